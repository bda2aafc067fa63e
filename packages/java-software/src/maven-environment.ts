import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { inherited } from "@reeve/orchestrator";
import type { Environment } from "./programs.ts";

/** Maven has, besides what all programs take over, what it is set up with, and what the user's settings name themselves: logins, as a rule. */
export function mavenEnvironment(environment: Environment): Environment {
  const named = namedInSettings(environment);
  return inherited(environment, (name) => OF_MAVEN.test(name) || named.has(name));
}

/** Options for Java are among them: that is where the way to a registry is set, with its proxies and authorities. */
const OF_MAVEN =
  /^(MAVEN_\w+|M2_\w+|M2|JAVACMD|JAVA_OPTS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|(https?|ftp|all|no)_proxy)$/i;

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
