import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Environment } from "./programs.ts";

/** What Java takes over from the environment of the service: as much as a node does, and none of its secrets. */
export function forJava(environment: Environment): Environment {
  return only(environment, (name) => USUAL.test(name));
}

/** Maven also has what it is set up with, and what the user's settings name themselves: logins, as a rule. */
export function forMaven(environment: Environment): Environment {
  const named = namedInSettings(environment);
  return only(environment, (name) => USUAL.test(name) || OF_MAVEN.test(name) || named.has(name));
}

const USUAL = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|JAVA_HOME)$/;

/** Options for Java are among them: that is where the way to a registry is set, with its proxies and authorities. */
const OF_MAVEN =
  /^(MAVEN_\w+|M2_\w+|M2|JAVACMD|JAVA_OPTS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|(https?|ftp|all|no)_proxy)$/i;

function only(environment: Environment, isWanted: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isWanted(name)));
}

function namedInSettings({ HOME }: Environment): ReadonlySet<string> {
  const text = [HOME, homeOfUser()].map((home) => (home ? read(join(home, ".m2", "settings.xml")) : "")).join("");
  return new Set([...text.matchAll(/\$\{env\.([^}]+)\}/g)].map(([, name = ""]) => name));
}

/** Java asks the system for it, whatever HOME says. */
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
