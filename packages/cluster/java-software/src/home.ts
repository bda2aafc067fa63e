import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "./programs.ts";

/** Returns the default folder for engines, which is below REEVE_HOME or in the platform's cache folder. */
export function enginesFolder(environment: Environment, platform: string): string {
  const { REEVE_HOME, XDG_CACHE_HOME } = environment;
  if (REEVE_HOME) return resolve(REEVE_HOME, "engines");
  // The XDG specification says that relative paths must be ignored.
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "reeve", "engines");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "reeve", "engines");
  return join(homedir(), ".cache", "reeve", "engines");
}
