import { useMemo } from "preact/hooks";
import { byName } from "../words.ts";

/** Sorts names. The same names are sorted only once, because a view may be drawn many times a second. */
export function useSorted(names: Iterable<string>): readonly string[] {
  const unsorted = [...names];
  return useMemo(() => unsorted.sort(byName), [unsorted.join("\n")]);
}
