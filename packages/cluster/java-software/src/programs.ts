import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cancellationError } from "@reeve/contract";
import { spawnBound } from "./spawn-bound.ts";

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

/** Searches PATH for a program and returns its path. */
export function findProgram(name: string, { PATH = "" }: ProgramEnvironment): string | undefined {
  const candidates = PATH.split(delimiter).filter((folder) => folder !== "");
  return candidates.map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** How a program has ended, and the last part of its output. */
export interface EndedProgram {
  readonly code: number | null;
  readonly printed: string;
  /** The last part of the standard output, without the error output. */
  readonly output: string;
  readonly stderr: string;
}

/** Runs a program until it ends. The program is killed when the signal is aborted or this process ends. */
export function run(program: string, args: readonly string[], { environment, signal }: RunOptions): Promise<EndedProgram> {
  return new Promise((resolve, reject) => {
    const child = spawnBound(program, args, { environment, signal, output: "pipe" });
    const texts = { printed: "", output: "", stderr: "" };
    const take = (into: "output" | "stderr") => (chunk: string) => {
      for (const name of ["printed", into] as const) texts[name] = (texts[name] + chunk).slice(-MAX_PRINTED);
    };
    child.stdout?.setEncoding("utf8").on("data", take("output"));
    child.stderr?.setEncoding("utf8").on("data", take("stderr"));
    child.once("error", reject);
    child.once("close", (code) => (signal?.aborted ? reject(cancellationError(signal)) : resolve({ code, ...texts })));
  });
}

export interface RunOptions {
  readonly environment: ProgramEnvironment;
  readonly signal?: AbortSignal | undefined;
}

const MAX_PRINTED = 100_000;
