import type { ProcessContext } from "./process-context.ts";

/** The locations of Reeve's files. */
export interface Locations {
  /** The profile file, which contains no secrets. */
  readonly profiles: string;
  /** The secret file, which only its owner can read. */
  readonly secrets: string;
  /** The file that contains the profiles and tokens of services on this machine. */
  readonly local: string;
  /** The folder for state that must be kept, namely the state of local services. */
  readonly state: string;
  /** The folder for caches. */
  readonly cache: string;
}

/** The locations of files: in REEVE_HOME, or else in the platform's usual places (on Linux according to the XDG variables). */
export function locate(processContext: ProcessContext): Locations {
  const { join } = pathOf(processContext);
  const { config, state, cache } = folders(processContext);
  return {
    profiles: join(config, "profiles.json"),
    secrets: join(config, "secrets.json"),
    local: join(state, "local.json"),
    state,
    cache,
  };
}

function folders(processContext: ProcessContext): Pick<Locations, "state" | "cache"> & { readonly config: string } {
  const { env, platform, home, cwd } = processContext;
  const { join, resolve, isAbsolute } = pathOf(processContext);
  if (env.REEVE_HOME) {
    const own = resolve(cwd, env.REEVE_HOME);
    return { config: own, state: join(own, "state"), cache: join(own, "cache") };
  }
  if (platform === "win32") {
    const local = env.LOCALAPPDATA || join(home, "AppData", "Local");
    const roaming = env.APPDATA || join(home, "AppData", "Roaming");
    return { config: join(roaming, "reeve"), state: join(local, "reeve", "state"), cache: join(local, "reeve", "cache") };
  }
  // The XDG specification requires ignoring variables that are not absolute paths.
  const chosen = (name: string, otherwise: string): string => {
    const folder = env[name];
    return join(folder && isAbsolute(folder) ? folder : otherwise, "reeve");
  };
  const library = join(home, "Library");
  const isMac = platform === "darwin";
  const config = chosen("XDG_CONFIG_HOME", isMac ? join(library, "Application Support") : join(home, ".config"));
  const state = chosen("XDG_STATE_HOME", isMac ? join(library, "Application Support") : join(home, ".local", "state"));
  return {
    config,
    // The state folder can be deleted as a whole, so it must not contain profiles or secrets.
    state: state === config ? join(state, "state") : state,
    cache: chosen("XDG_CACHE_HOME", isMac ? join(library, "Caches") : join(home, ".cache")),
  };
}

function pathOf({ platform }: ProcessContext) {
  const path = process.getBuiltinModule("node:path");
  return platform === "win32" ? path.win32 : path.posix;
}
