/** The sources of settings. */
export type Place = "flag" | "variable" | "project" | "profile" | "user";

/** A value and its source in words: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** The value that applies: that of the strongest source. */
export interface Setting<Value> extends Sourced<Value> {
  readonly place: Place;
}

/** The values of one setting by source. */
export type Places<Value> = Readonly<Partial<Record<Place, Sourced<Value> | undefined>>>;

/** Flags override the environment, which overrides the project file, which overrides the user's file. */
const USUALLY: readonly Place[] = ["flag", "variable", "project", "profile", "user"];

/** With `--profile staging` its cluster is meant, even if REEVE_URL is set: the profile's values count as typed. */
const PROFILE_TYPED: readonly Place[] = ["flag", "profile", "variable", "project", "user"];

/** Picks the value of the strongest source. */
export function strongest<Value>(places: Places<Value>, isProfileTyped: boolean): Setting<Value> | undefined {
  for (const place of isProfileTyped ? PROFILE_TYPED : USUALLY) {
    const sourced = places[place];
    if (sourced) return { ...sourced, place };
  }
  return undefined;
}

/** A value with its source. An empty one counts as unset, which is how a variable is switched off. */
export function withOrigin<Value>(value: Value | undefined, origin: string): Sourced<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}
