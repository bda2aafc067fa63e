import { codeOfError, ReeveError } from "@reeve/contract";
import type { Credentials } from "./credentials.ts";
import { nodeModule } from "./node-module.ts";
import { checkToken } from "./token.ts";

/** The token in a file. The file is read again when it has changed, so that another program can renew the token. */
export function tokenFile(path: string): Credentials {
  const about = `the token in ${path}`;
  return {
    about,
    advice: "write a new one into the file",
    renewable: true,
    restAfterFailure: 0,
    obtain: async () => {
      const fs = nodeModule("node:fs");
      try {
        const before = stamp(path);
        const value = checkToken(fs.readFileSync(path, "utf8"), about);
        return { value, isCurrent: () => (stampOrNothing(path) ?? before) === before };
      } catch (error) {
        if (error instanceof ReeveError) throw error;
        throw new ReeveError("unauthenticated", `${path} cannot be read: ${reason(error)}`);
      }
    },
  };
}

/** A text that changes when the file is written or replaced. */
function stamp(path: string): string {
  const { mtimeMs, size, ino } = nodeModule("node:fs").statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Another program may be replacing the file just now. While the file is missing, the last token is used. */
function stampOrNothing(path: string): string | undefined {
  try {
    return stamp(path);
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  const code = codeOfError(error);
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "permission denied";
  return String(code ?? error);
}

/**
 * The token in an environment variable, by default `REEVE_TOKEN` of this process. The variable is read at each login, not when this
 * function is called.
 */
export function tokenFromEnvironment(
  name = "REEVE_TOKEN",
  env: Readonly<Record<string, string | undefined>> | undefined = globalThis.process?.env,
): Credentials {
  const about = `the token in ${name}`;
  return {
    about,
    advice: `set ${name} to a new one`,
    renewable: false,
    restAfterFailure: 0,
    obtain: async () => {
      const value = env?.[name];
      if (value === undefined) throw new ReeveError("unauthenticated", `${name} is not set: set it to a token`);
      return { value: checkToken(value, about) };
    },
  };
}
