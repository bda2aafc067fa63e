import { type ChildProcess, spawn } from "node:child_process";
import { ReeveError } from "@reeve/contract";
import type { UpReport } from "./up.ts";

/** Timeout for the start of a service in the background, in milliseconds. */
const START_TIMEOUT = 60_000;

/**
 * Starts a program that runs `up` in the background, and returns the report that this program prints. The program gets `--json` and does
 * not get `--detach`. If the program ends before its report, the error is what it has written to stderr.
 */
export async function upDetached(
  program: readonly string[],
  args: readonly string[],
): Promise<UpReport & { readonly pid: number }> {
  const rest = [...program, ...args.filter((arg) => arg !== "--detach" && arg !== "--json"), "--json"];
  const child = spawn(process.execPath, rest, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const line = await firstLine(child);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
  return { ...(JSON.parse(line) as UpReport), pid: child.pid ?? 0 };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let stderr = "";
    const late = setTimeout(() => {
      child.kill();
      reject(new ReeveError("timed-out", `the service did not start within ${START_TIMEOUT / 1000} s`));
    }, START_TIMEOUT);
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      const end = printed.indexOf("\n");
      if (end < 0) return;
      clearTimeout(late);
      resolve(printed.slice(0, end));
    });
    child.stderr?.on("data", (chunk) => {
      stderr = (stderr + chunk).slice(-10_000);
    });
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(late);
      reject(new ReeveError("server-failure", stderr.trim().replace(/^error: /, "") || "the service ended at once"));
    });
  });
}
