import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import headless from "@xterm/headless";

/** A program at a terminal of its own: what is typed, and what can be read on its screen. */
export interface PseudoTerminal extends AsyncDisposable {
  type(keys: string): void;
  /** The rows that can be read, without empty ones at the end. */
  screen(): readonly string[];
  /** All that has scrolled past, and the screen. */
  all(): string;
  /** All that was written, with its escape sequences. */
  raw(): string;
  /** Waits until something can be read, at the end of the screen or anywhere on it. */
  until(what: string | RegExp | (() => boolean)): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The exit code, once it has ended. */
  ended(): Promise<number>;
  readonly process: ChildProcess;
}

/** What util-linux has on nearly every machine: a program that runs another at a terminal of its own. */
export const hasPseudoTerminal: boolean =
  process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

/** Longer than anything takes on a machine that does other things besides. */
const PATIENCE = 20_000;

/** Starts a program at a terminal. */
export function openPseudoTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { columns = 100, rows = 30 } = {},
): PseudoTerminal {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const inside = `tty >&2; stty cols ${columns} rows ${rows}; exec ${quoted}`;
  const child = spawn("script", ["-qec", inside, "/dev/null"], { env: { ...env }, stdio: ["pipe", "pipe", "inherit"] });
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true });
  let written = "";
  let device = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
    device ||= /\/dev\/pts\/\d+/.exec(written)?.[0] ?? "";
    terminal.write(text);
  });
  // A terminal answers to what it is asked; nobody here asks, but whoever ends must not be written to.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));

  const lines = (from: number): string[] => {
    const { active } = terminal.buffer;
    const read = Array.from(
      { length: active.length - from },
      (_, row) => active.getLine(from + row)?.translateToString(true) ?? "",
    );
    while (read.at(-1) === "") read.pop();
    return read;
  };
  const screen = () => lines(terminal.buffer.active.baseY);
  const holds = (what: string | RegExp | (() => boolean)): boolean => {
    if (typeof what === "function") return what();
    const text = screen().join("\n");
    return typeof what === "string" ? text.includes(what) : what.test(text);
  };
  return {
    process: child,
    type: (keys) => void child.stdin.write(keys),
    screen,
    all: () => lines(0).join("\n"),
    raw: () => written,
    until: async (what) => {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(15)) if (holds(what)) return;
      throw new Error(`not seen: ${what}\non the screen:\n${screen().join("\n")}`);
    },
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      spawnSync("stty", ["-F", device, "cols", String(newColumns), "rows", String(newRows)]);
    },
    ended: () => ended,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
      terminal.dispose();
    },
  };
}
