import { execFile, execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const folder = join(import.meta.dirname, "lab");
const program = join(folder, "lab");

/** Runs a command of the lab and shows its output. Returns the exit code; 3 means that this machine lacks something. */
export function lab(...args: readonly string[]): number {
  const { status, error } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (error) throw error;
  return status ?? 1;
}

/** The program and arguments of a command of the lab. */
export function commandOfLab(...args: readonly string[]): readonly [string, readonly string[]] {
  return [program, args];
}

/** Runs a command of the lab and returns its output. */
export function labOutput(...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

/** Runs a command of the lab with the given standard input. */
export function labInput(input: string, ...args: readonly string[]): void {
  execFileSync(program, args, { input, stdio: ["pipe", "ignore", "inherit"] });
}

/** The command that runs a program in the network of the lab's node, where the names of pods resolve. */
export function inNetwork(...command: readonly string[]): readonly [string, readonly string[]] {
  return commandOfLab("net", ...command);
}

/**
 * Runs a command of the lab for a program that is inside the network of the lab's node. The command runs in the network of the process with
 * the id `outside`, which is not inside the node's network.
 */
export function labFrom(outside: number, ...args: readonly string[]): string {
  return execFileSync("nsenter", entering(outside, args), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}

/** As `labFrom`, but resolves when the command has ended. */
export async function labMeanwhile(outside: number, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)("nsenter", entering(outside, args));
}

function entering(outside: number, args: readonly string[]): string[] {
  return ["-t", String(outside), "-n", "-m", "--", program, ...args];
}
