import type { ChildProcess } from "node:child_process";
import { ReeveError } from "@reeve/contract";
import type { Credentials } from "./credentials.ts";
import { nodeModule } from "./node-module.ts";
import { checkToken, expiryOf } from "./token.ts";

const LIMIT = 60_000;

/**
 * The token that a command prints. The command runs without a shell, first when a token is needed and again when the token has expired or
 * was refused. It is stopped when no caller waits for the token any more.
 */
export function tokenCommand(command: string, args: readonly string[] = []): Credentials {
  const about = `the token that ${command} prints`;
  return {
    about,
    advice: `run ${command} by hand to see why it prints no valid token`,
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
    const fail = (reason: string) => reject(new ReeveError("unauthenticated", `${command} gave no token: ${reason}`));
    const child = execFile(command, args, { encoding: "utf8", windowsHide: true }, (error, stdout) => {
      settle();
      if (error) fail(reasonOf(error));
      else resolve(stdout);
    });
    const cancel = (reason: string) => {
      settle();
      end(child);
      fail(reason);
    };
    const stop = () => cancel("the token is no longer needed");
    const timer = setTimeout(() => cancel(`the command took longer than ${LIMIT / 1000} s`), LIMIT);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.stdin?.end();
  });
}

/** How many milliseconds after SIGTERM a command is killed if it is still running. */
const GRACE = 500;

/** Stops a command with SIGTERM, then with SIGKILL, even if this process exits in between. The command's later output is not read. */
function end(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(kill, GRACE);
  process.once("exit", kill);
  child.once("exit", () => {
    clearTimeout(timer);
    process.off("exit", kill);
  });
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill();
}

/** Why a command failed, without the command's output, which may contain the token. */
function reasonOf(error: Error & { code?: string | number | null; signal?: string | null }): string {
  if (error.code === "ENOENT") return "there is no such command";
  return `it ended with ${error.signal ?? error.code}; run it by hand to see why`;
}
