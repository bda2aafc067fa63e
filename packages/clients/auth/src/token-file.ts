import { ReeveError } from "@reeve/contract";
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
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "permission denied";
  return String(code ?? error);
}
