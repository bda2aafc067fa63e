import { trimBlanks } from "../characters.ts";
import type { Values } from "../values.ts";

/** What stands between commas or line ends, trimmed and without empty items; `undefined` where the name is not set. */
export function list(values: Values, name: string): readonly string[] | undefined {
  return values
    .get(name)
    ?.split(/[,\n]/)
    .map(trimBlanks)
    .filter((item) => item !== "");
}
