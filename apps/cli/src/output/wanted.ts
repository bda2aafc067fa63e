import type { Given } from "../model/given.ts";
import type { Wanted } from "../model/wanted.ts";

/** The chosen output, or the default for people. */
export function wantedOf({ wanted = FOR_PEOPLE }: Given): Wanted {
  return wanted;
}

const FOR_PEOPLE: Wanted = { format: "table" };
