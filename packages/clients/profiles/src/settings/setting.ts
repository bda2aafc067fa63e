/** The sources of settings. */
export type Place = "flag" | "variable" | "project" | "profile" | "user";

/** A value and a description of its source: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** The effective value, which comes from the source with the highest precedence. */
export interface Setting<Value> extends Sourced<Value> {
  readonly place: Place;
}

/** The values of one setting by source. */
export type Places<Value> = Readonly<Partial<Record<Place, Sourced<Value> | undefined>>>;

/** Flags override the environment, which overrides the project file, which overrides the user's file. */
const USUALLY: readonly Place[] = ["flag", "variable", "project", "profile", "user"];

/**
 * With `--profile staging` the user means that cluster, even if REEVE_URL is set. So the profile's values come directly after the flags.
 */
const PROFILE_TYPED: readonly Place[] = ["flag", "profile", "variable", "project", "user"];

/** Picks the value from the source with the highest precedence. */
export function strongest<Value>(places: Places<Value>, isProfileTyped: boolean): Setting<Value> | undefined {
  for (const place of isProfileTyped ? PROFILE_TYPED : USUALLY) {
    const sourced = places[place];
    if (sourced) return { ...sourced, place };
  }
  return undefined;
}

/** A value with its source. An empty value counts as unset, so that users can switch a variable off. */
export function withOrigin<Value>(value: Value | undefined, origin: string): Sourced<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}
