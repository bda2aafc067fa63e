import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { inherited } from "@reeve/orchestrator/engine";
import type { Environment } from "./programs.ts";

/**
 * Returns the environment variables for Maven: those that every program inherits, those that configure Maven, and those to which the user's
 * Maven settings refer (mostly credentials).
 */
export function mavenEnvironment(environment: Environment): Environment {
  const named = namedInSettings(environment);
  return inherited(environment, (name) => MAVEN_VARIABLES.test(name) || named.has(name));
}

/** Java options are included, because they configure repositories, proxies and certificate authorities. */
const MAVEN_VARIABLES =
  /^(MAVEN_\w+|M2_\w+|M2|JAVACMD|JAVA_OPTS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|(https?|ftp|all|no)_proxy)$/i;

function namedInSettings({ HOME }: Environment): ReadonlySet<string> {
  const text = [HOME, homeOfUser()].map((home) => (home ? read(join(home, ".m2", "settings.xml")) : "")).join("");
  return new Set([...text.matchAll(/\$\{env\.([^}]+)\}/g)].map(([, name = ""]) => name));
}

/** Returns the home directory that Java uses. Java ignores HOME and asks the system. */
function homeOfUser(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
