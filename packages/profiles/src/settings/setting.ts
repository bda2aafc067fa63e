/** A value, and where it came from in words: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Setting<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** The first that is there: settings are looked for from the strongest place to the weakest. */
export function firstOf<Value>(...candidates: readonly (Setting<Value> | undefined)[]): Setting<Value> | undefined {
  return candidates.find((candidate) => candidate !== undefined);
}

/** A setting, where there is a value. An empty one is none: it is how a variable is switched off. */
export function setting<Value>(value: Value | undefined, origin: string): Setting<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}
