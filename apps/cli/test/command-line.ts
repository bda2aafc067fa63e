import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { colourDepth, colours, noColours, type Outlet, showsUnicode } from "@reeve/terminal";
import { openPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { inject } from "vitest";
import { runCommandLine } from "../src/run.ts";

/** A user's home folder and environment. */
export interface Home extends Disposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes a home with only the given environment. */
export function makeHome(env: Readonly<Record<string, string>> = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), "reeve-home-"));
  return {
    folder,
    env: { PATH: process.env.PATH, HOME: folder, REEVE_HOME: join(folder, "reeve"), LANG: "C.UTF-8", ...env },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface WithContext {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Another program than the bundle that all tests share. It works only for commands that run as a process. */
  readonly program?: string;
  /** A signal is sent as soon as the command's output matches this pattern. */
  readonly interruptAt?: RegExp;
  /** Called on each write, with all output so far. It works only for commands that run in this process. */
  readonly onOutput?: (all: string) => void;
  /** Receives the function that interrupts the command. It works only for commands that run in this process. */
  readonly onInterrupt?: (interrupt: () => void) => void;
}

/** Runs a command in this process, without a terminal. Commands that end the process or start other processes need `reeveProcess`. */
export async function reeve(home: Home, line: readonly string[] | string, surrounded: WithContext = {}): Promise<Ended> {
  const { input = "", env: more, interruptAt, onOutput, onInterrupt } = surrounded;
  const env = { ...home.env, ...more };
  const read = { out: "", err: "" };
  let interruptCommand = (_signal: string): void => undefined;
  let isInterrupted = false;
  const outlet = (stream: "out" | "err"): Outlet => ({
    isTerminal: () => false,
    style: () => ({
      width: Number.POSITIVE_INFINITY,
      unicode: showsUnicode({ env, platform: process.platform }),
      paint: colourDepth({ env, platform: process.platform }, false) > 1 ? colours : noColours,
    }),
    write: (text) => {
      read[stream] += text;
      onOutput?.(read.out + read.err);
      if (isInterrupted || !interruptAt?.test(read.out + read.err)) return;
      isInterrupted = true;
      interruptCommand("SIGINT");
    },
    screen: () => undefined,
  });
  const code = await runCommandLine(wordsOf(line), {
    terminal: { results: outlet("out"), notes: outlet("err"), conversation: () => undefined },
    processContext: { env, platform: process.platform, home: home.folder, cwd: home.folder },
    readInput: async () => Buffer.from(input),
    onInterrupt: (interrupt) => {
      interruptCommand = interrupt;
      onInterrupt?.(() => interrupt("SIGINT"));
      return () => undefined;
    },
    onUnsettled: () => () => undefined,
  });
  return { code, ...read };
}

/** Runs a command of the published bundle as a process, without a terminal. */
export function reeveProcess(home: Home, line: readonly string[] | string, surrounded: WithContext = {}): Promise<Ended> {
  const { input = "", env, interruptAt, program = inject("program") } = surrounded;
  const child = spawn(process.execPath, [program, ...wordsOf(line)], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    stdio: "pipe",
  });
  const read = { out: "", err: "" };
  let isInterrupted = false;
  const take = (stream: "out" | "err") => (text: string) => {
    read[stream] += text;
    if (isInterrupted || !interruptAt?.test(read.out + read.err)) return;
    isInterrupted = true;
    child.kill("SIGINT");
  };
  child.stdout.setEncoding("utf8").on("data", take("out"));
  child.stderr.setEncoding("utf8").on("data", take("err"));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code: code ?? -1, ...read })));
}

function wordsOf(line: readonly string[] | string): readonly string[] {
  return typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
}

/** Runs a command in a new pseudo-terminal. */
export function typed(home: Home, line: string, size?: { columns?: number; rows?: number }): PseudoTerminal {
  const env = { ...home.env, TERM: "xterm-256color" };
  return openPseudoTerminal([process.execPath, inject("program"), ...line.split(" ")], env, size);
}
