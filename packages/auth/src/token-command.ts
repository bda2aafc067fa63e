import { ReeveError } from "@reeve/contract";
import type { Credentials } from "./credentials.ts";
import { expiryOf } from "./expiry.ts";
import { nodeModule } from "./node-module.ts";
import { checkToken } from "./token.ts";

const LIMIT = 60_000;

/**
 * The token that a command prints. It is run once, and again when the token ends or is refused; it is ended when nobody waits for it any
 * more. No shell is involved.
 */
export function tokenCommand(command: string, args: readonly string[] = []): Credentials {
  const about = `the token that ${command} prints`;
  return {
    about,
    advice: `see what ${command} needs to print a new one`,
    renewable: true,
    obtain: async ({ now, signal }) => {
      const value = checkToken(await output(command, args, signal), about);
      return { value, ...(await expiryOf(value, now())) };
    },
  };
}

function output(command: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { execFile } = nodeModule("node:child_process");
  return new Promise((resolve, reject) => {
    const options = { timeout: LIMIT, signal, encoding: "utf8", windowsHide: true } as const;
    const child = execFile(command, args, options, (error, stdout) => {
      if (error) reject(new ReeveError("unauthenticated", `${command} gave no token: ${reason(error)}`));
      else resolve(stdout);
    });
    child.stdin?.end();
    // One that will not be ended keeps nobody: who has given up is not to wait for it after all.
    signal.addEventListener("abort", () => child.unref(), { once: true });
  });
}

/** Why, but nothing of what the command printed: a complaint may well hold the token that it complains about. */
function reason(error: Error & { code?: string | number | null; killed?: boolean; signal?: string | null }): string {
  if (error.code === "ENOENT") return "there is no such command";
  if (error.killed) return `it took longer than ${LIMIT / 1000} s`;
  return `it ended with ${error.signal ?? error.code}; run it by hand to see why`;
}
