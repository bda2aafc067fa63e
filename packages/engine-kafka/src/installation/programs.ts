import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a program is, by the folders of PATH. */
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

/** How a program ended, with all that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
}

/** Runs a program to its end; ends it with the signal. */
export function run(
  program: string,
  args: readonly string[],
  { environment, signal, onOutput }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal && { signal }),
    });
    let printed = "";
    const take = (chunk: string) => {
      printed = (printed + chunk).slice(-MOST_PRINTED);
      onOutput?.(printed);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed }));
  });
}

export interface RunOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Is told all that has been printed, each time that there is more. */
  readonly onOutput?: (printed: string) => void;
}

const MOST_PRINTED = 100_000;
