import type { Given } from "../model/given.ts";
import type { Wanted } from "../model/wanted.ts";

/** How a result is wanted: as it was decided, or for people. */
export function wantedOf({ wanted = FOR_PEOPLE }: Given): Wanted {
  return wanted;
}

const FOR_PEOPLE: Wanted = { format: "table" };
