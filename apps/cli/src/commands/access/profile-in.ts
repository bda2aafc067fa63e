import { ReeveError } from "@reeve/contract";
import type { Settings } from "@reeve/profiles";

/** The name of the profile in use; throws `bad-input` if there is none. */
export function profileIn({ profile }: Settings): string {
  if (profile) return profile.value;
  throw new ReeveError("bad-input", "no profile is selected: add one with reeve profiles add, or give --profile NAME");
}
