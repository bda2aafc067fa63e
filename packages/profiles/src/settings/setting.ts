/** Where something can be said. */
export type Place = "flag" | "variable" | "project" | "profile" | "user";

/** A value that somebody said, and where in words: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Said<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** The value that holds: the strongest of those that were said. */
export interface Setting<Value> extends Said<Value> {
  readonly place: Place;
}

/** What each place says of one thing, where it says something. */
export type Places<Value> = Readonly<Partial<Record<Place, Said<Value> | undefined>>>;

/** Flags over the environment, the environment over the project's file, and that over the user's. */
const USUALLY: readonly Place[] = ["flag", "variable", "project", "profile", "user"];

/** Whoever types `--profile staging` means its cluster, whatever REEVE_URL says: all that it says counts as if it had been typed. */
const PROFILE_TYPED: readonly Place[] = ["flag", "profile", "variable", "project", "user"];

/** Decides who wins. */
export function strongest<Value>(places: Places<Value>, isProfileTyped: boolean): Setting<Value> | undefined {
  for (const place of isProfileTyped ? PROFILE_TYPED : USUALLY) {
    const said = places[place];
    if (said) return { ...said, place };
  }
  return undefined;
}

/** What a place says, where there is a value. An empty one is none: it is how a variable is switched off. */
export function say<Value>(value: Value | undefined, origin: string): Said<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}
