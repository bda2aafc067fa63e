import type { Labels } from "./labels.ts";

/** Labels as a map. If a key occurs twice, the last value counts. */
export function labelsOf(labels: Labels | null | undefined): ReadonlyMap<string, string> {
  return new Map((labels?.labels ?? []).map(({ key, value }) => [key, value ?? ""]));
}
