import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cancellation } from "./cancellation.ts";
import { spawnBound } from "./spawn-bound.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of a program on PATH. */
export function findProgram(name: string, { PATH = "" }: Environment): string | undefined {
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

/** How a program ended, with the end of its output. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
  /** Its stdout alone. */
  readonly output: string;
  /** Its stderr alone. */
  readonly complaints: string;
}

/** Runs a program to its end; it ends with this process or the signal. */
export function run(
  program: string,
  args: readonly string[],
  { environment, signal, onOutput }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawnBound(program, args, { environment, signal, output: "pipe" });
    const texts = { printed: "", output: "", complaints: "" };
    const take = (into: "output" | "complaints") => (chunk: string) => {
      for (const name of ["printed", into] as const) texts[name] = (texts[name] + chunk).slice(-MAX_PRINTED);
      onOutput?.(chunk);
    };
    child.stdout?.setEncoding("utf8").on("data", take("output"));
    child.stderr?.setEncoding("utf8").on("data", take("complaints"));
    child.once("error", reject);
    child.once("close", (code) => (signal?.aborted ? reject(cancellation(signal)) : resolve({ code, ...texts })));
  });
}

export interface RunOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of output. */
  readonly onOutput?: (piece: string) => void;
}

const MAX_PRINTED = 100_000;
