/** A value, and where it came from in words: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Setting<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** What each place says of one thing, where it says something. */
export interface Places<Value> {
  readonly flag?: Setting<Value> | undefined;
  readonly variable?: Setting<Value> | undefined;
  readonly project?: Setting<Value> | undefined;
  readonly profile?: Setting<Value> | undefined;
  readonly user?: Setting<Value> | undefined;
}

/**
 * Who wins: flags over the environment, the environment over the project's file, and that over the user's. A profile that was named by a flag
 * counts as if all that it says had been typed: whoever types `--profile staging` means its cluster, whatever REEVE_URL says.
 */
export function strongest<Value>(places: Places<Value>, isProfileTyped: boolean): Setting<Value> | undefined {
  const { flag, variable, project, profile, user } = places;
  if (isProfileTyped) return flag ?? profile ?? variable ?? project ?? user;
  return flag ?? variable ?? project ?? profile ?? user;
}

/** A setting, where there is a value. An empty one is none: it is how a variable is switched off. */
export function setting<Value>(value: Value | undefined, origin: string): Setting<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}
