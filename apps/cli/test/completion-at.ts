import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { type Home, reeve } from "./command-line.ts";

/** Whether a shell is installed on this machine. */
export function has(shell: string): boolean {
  return spawnSync(shell, ["--version"], { stdio: "ignore" }).status === 0;
}

/** The completions after some words, requested as the shells' scripts do. */
export async function offeredAt(home: Home, words: readonly string[]): Promise<readonly (string | undefined)[]> {
  const { code, out, err } = await reeve(home, ["__complete", ...words]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0]]));
}

/** The environment of a shell in which `reeve` is the tested command line. */
export function shellEnvironment(home: Home): Readonly<Record<string, string | undefined>> {
  const bin = join(home.folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "reeve"), `#!/bin/sh\nexec '${process.execPath}' '${inject("program")}' "$@"\n`);
  chmodSync(join(bin, "reeve"), 0o755);
  return { ...home.env, PATH: `${bin}:${home.env.PATH}`, TERM: "dumb", PS1: "$ " };
}
