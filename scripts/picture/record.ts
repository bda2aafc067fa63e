import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPseudoTerminal, type Run } from "@reeve/testing/pseudo-terminal";
import { root } from "../workspace.ts";

/** A line to type. */
export interface Line {
  readonly typed: string;
  readonly until: RegExp;
  /** Whether the line is typed before the recording starts. */
  readonly isBefore?: boolean;
}

/** The content of the screen from this time on, in milliseconds. */
export interface Frame {
  readonly at: number;
  readonly rows: readonly (readonly Run[])[];
}

export const COLUMNS = 80;
const ROWS = 22;

/** Three intervals in milliseconds: between two reads of the screen, between two typed keys, and after a command. */
const POLL_INTERVAL = 80;
const KEY = 35;
const READ = 1200;

/** Types lines into a real shell in a pseudo-terminal, and records the screen. */
export async function record(lines: readonly Line[], folder: string): Promise<readonly Frame[]> {
  const programs = join(folder, "bin");
  mkdirSync(programs);
  writeFileSync(join(programs, "reeve"), `#!/bin/sh\nexec "${process.execPath}" "${root}/apps/cli/src/main.ts" "$@"\n`);
  chmodSync(join(programs, "reeve"), 0o755);
  const environment = {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    HOME: folder,
    REEVE_HOME: join(folder, "home"),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    PS1: "\\[\\e[2m\\]$\\[\\e[m\\] ",
  };
  const shell = ["bash", "--norc", "--noprofile", "-i", "-c", `cd "${folder}" && exec bash --norc --noprofile -i`];
  await using terminal = openPseudoTerminal(shell, environment, { columns: COLUMNS, rows: ROWS });
  await terminal.until(/\$ $/);

  const frames: Frame[] = [];
  let begun = 0;
  const poll = () => {
    const rows = terminal.styled();
    const seen = JSON.stringify(rows);
    if (seen !== JSON.stringify(frames.at(-1)?.rows)) frames.push({ at: performance.now() - begun, rows });
  };
  let watching: ReturnType<typeof setInterval> | undefined;
  for (const { typed, until, isBefore = false } of lines) {
    if (!isBefore && watching === undefined) {
      terminal.type("clear\r");
      await sleep(300);
      begun = performance.now();
      watching = setInterval(poll, POLL_INTERVAL);
    }
    for (const key of typed) {
      terminal.type(key);
      if (!isBefore) await sleep(KEY);
    }
    terminal.type("\r");
    await sleep(200);
    await terminal.until(until);
    await sleep(isBefore ? 0 : READ);
  }
  clearInterval(watching);
  poll();
  terminal.type("reeve down --purge --yes\r");
  await sleep(200);
  await terminal.until(/\$ $/);
  return frames;
}
