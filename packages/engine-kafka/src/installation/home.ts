import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "./programs.ts";

/** Where engines are kept when nobody says otherwise: under REEVE_HOME, or in the platform's cache. */
export function enginesFolder(environment: Environment, platform: string): string {
  if (environment.REEVE_HOME) return join(environment.REEVE_HOME, "engines");
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, "reeve", "engines");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "reeve", "engines");
  return join(homedir(), ".cache", "reeve", "engines");
}
