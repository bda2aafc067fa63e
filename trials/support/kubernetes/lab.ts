import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

const folder = join(import.meta.dirname, "lab");
const program = join(folder, "lab");

/** Runs a command of the lab and shows what it says; returns its exit code: 3 where this machine lacks something. */
export function lab(...args: readonly string[]): number {
  const { status, error } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (error) throw error;
  return status ?? 1;
}

/** What a command of the lab prints. */
export function labOutput(...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

/** Gives a command of the lab something to read. */
export function labInput(input: string, ...args: readonly string[]): void {
  execFileSync(program, args, { input, stdio: ["pipe", "ignore", "inherit"] });
}

/** The command line that runs a program in the network of the lab's node, where the names of pods are known. */
export function inNetwork(...command: readonly string[]): readonly [string, readonly string[]] {
  return [program, ["net", ...command]];
}

/** A command of the lab for a program in that network, which has to leave it first: `outside` is a process that is not in it. */
export function labFrom(outside: number, ...args: readonly string[]): string {
  const enter = ["-t", String(outside), "-n", "-m", "--", program, ...args];
  return execFileSync("nsenter", enter, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}
