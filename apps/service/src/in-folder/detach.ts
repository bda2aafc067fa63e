import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { END_FILE, ERRORS_FILE } from "../state/last-end.ts";
import { keepInFolder } from "../state/state-folder.ts";
import type { UpReport } from "./start-in-folder.ts";

/** Timeout for the start of a service in the background, in milliseconds. */
const START_TIMEOUT = 60_000;

/**
 * Starts a program, given as its words, that runs `up` in the background, and returns the report that this program prints. The program gets
 * `--json` and does not get `--detach`. Its standard error is a file of the state. If the program ends before its report, the error is what
 * it has written there.
 */
export async function upDetached(program: readonly string[], args: readonly string[], state: string): Promise<UpReport> {
  const rest = [...program, ...args.filter((arg) => arg !== "--detach" && arg !== "--json"), "--json"];
  const errors = openErrors(state);
  try {
    const [command = "", ...words] = watched(rest, join(state, END_FILE));
    const child = spawn(command, words, { detached: true, stdio: ["ignore", "pipe", errors.file] });
    const line = await firstLine(child, errors.read);
    child.stdout?.destroy();
    child.unref();
    return JSON.parse(line) as UpReport;
  } finally {
    closeSync(errors.file);
  }
}

/** Runs a command in a shell that stays, and writes a line with its id if the command does not end with exit code 0. */
function watched(command: readonly string[], endFile: string): readonly string[] {
  if (process.platform === "win32") return command;
  return ["/bin/sh", "-c", '"$@" || echo "$$ exit-code $?" > "$0"', endFile, ...command];
}

/** The size in bytes at which the file is put aside when a service starts. */
const LARGEST = 1024 * 1024;

function openErrors(state: string): { readonly file: number; readonly read: () => string } {
  keepInFolder(state);
  const path = join(state, ERRORS_FILE);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(path, `${path}.1`);
  const file = openSync(path, "a", 0o600);
  const { size } = statSync(path);
  return { file, read: () => readFileSync(path).subarray(size).toString() };
}

function firstLine(child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const late = setTimeout(() => {
      // The shell and the service are a group of their own.
      if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid);
      else child.kill();
      reject(new ReeveError("timed-out", `the service did not start within ${START_TIMEOUT / 1000} s`));
    }, START_TIMEOUT);
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      const end = printed.indexOf("\n");
      if (end < 0) return;
      clearTimeout(late);
      resolve(printed.slice(0, end));
    });
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(late);
      const text = errors().slice(-10_000).trim();
      reject(new ReeveError("server-failure", text.replace(/^error: /, "") || "the service ended at once"));
    });
  });
}
