import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import headless from "@xterm/headless";

/** A program at a terminal of its own: what is typed, and what can be read on its screen. */
export interface PseudoTerminal extends AsyncDisposable {
  type(keys: string): void;
  /** The rows that can be read, without empty ones at the end. */
  screen(): readonly string[];
  /** The same with colours: each row in runs that look alike. */
  styled(): readonly (readonly Run[])[];
  /** All that has scrolled past, and the screen. */
  all(): string;
  /** All that was written, with its escape sequences. */
  raw(): string;
  /** Waits until something can be read, at the end of the screen or anywhere on it. */
  until(what: string | RegExp | (() => boolean)): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The exit code, once it has ended and all of its output is on the screen. */
  ended(): Promise<number>;
  readonly process: ChildProcess;
}

/** Text of one look. */
export interface Run {
  readonly text: string;
  /** Of the sixteen colours of a terminal; undefined for its own. */
  readonly color: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** What util-linux has on nearly every machine: a program that runs another at a terminal of its own. */
export const hasPseudoTerminal: boolean =
  process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

/** Longer than anything takes on a machine that does other things besides. */
const TIMEOUT = 20_000;

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
  // A terminal may answer queries; after the program has ended there is nothing to write the answer to.
  child.stdin.on("error", () => undefined);
  const exited = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
  // What was written last may come after the exit, and is on the screen a moment later.
  const ended = new Promise<number>((resolve) =>
    child.once("close", (code) => terminal.write("", () => resolve(code ?? -1))),
  );

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
  const runsOf = (row: number): readonly Run[] => {
    const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
    const runs: Run[] = [];
    for (let column = 0; column < (line?.translateToString(true).length ?? 0); column++) {
      const cell = line?.getCell(column);
      if (!cell) break;
      const color = cell.isFgPalette() ? cell.getFgColor() : undefined;
      const style = { color, bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 };
      const text = cell.getChars() || " ";
      const last = runs.at(-1);
      if (last && last.color === color && last.bold === style.bold && last.dim === style.dim) {
        runs[runs.length - 1] = { ...last, text: last.text + text };
      } else runs.push({ text, ...style });
    }
    return runs;
  };
  const holds = (what: string | RegExp | (() => boolean)): boolean => {
    if (typeof what === "function") return what();
    const text = screen().join("\n");
    return typeof what === "string" ? text.includes(what) : what.test(text);
  };
  return {
    process: child,
    type: (keys) => void child.stdin.write(keys),
    screen,
    styled: () => screen().map((_, row) => runsOf(row)),
    all: () => lines(0).join("\n"),
    raw: () => written,
    until: async (what) => {
      for (const end = Date.now() + TIMEOUT; Date.now() < end; await sleep(15)) if (holds(what)) return;
      throw new Error(`not seen: ${what}\non the screen:\n${screen().join("\n")}`);
    },
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      spawnSync("stty", ["-F", device, "cols", String(newColumns), "rows", String(newRows)]);
    },
    ended: () => ended,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await exited;
      terminal.dispose();
    },
  };
}
