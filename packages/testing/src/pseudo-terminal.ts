import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import headless from "@xterm/headless";

/** A program in a terminal of its own: types input, and reads the screen. */
export type PseudoTerminal = ReturnType<typeof openPseudoTerminal>;

/** Text with one style. */
export interface Run {
  readonly text: string;
  /** One of the terminal's sixteen colours; undefined for the default. */
  readonly color: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** Whether this machine has the `script` of util-linux, which runs a program in a terminal of its own. */
export const hasPseudoTerminal: boolean =
  process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

/** Timeout in milliseconds, which is longer than any step takes on a busy machine. */
const TIMEOUT = 20_000;

/** Starts a program in a new terminal. */
export function openPseudoTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { columns = 100, rows = 30 } = {},
) {
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
  // The terminal answers queries of the program. After the program has ended, these answers cannot be written.
  child.stdin.on("error", () => undefined);
  const exited = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
  // The last output may arrive after the program has ended, and appears on the screen a moment later.
  const ended = new Promise<number>((resolve) => child.once("close", (code) => terminal.write("", () => resolve(code ?? -1))));

  const lines = (from: number): string[] => {
    const { active } = terminal.buffer;
    const read = Array.from({ length: active.length - from }, (_, row) => active.getLine(from + row)?.translateToString(true) ?? "");
    while (read.at(-1) === "") read.pop();
    return read;
  };
  const screen = (): readonly string[] => lines(terminal.buffer.active.baseY);
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
    type: (keys: string) => void child.stdin.write(keys),
    /** The visible rows, without empty rows at the end. */
    screen,
    /** The visible rows with colours: each row in runs of the same style. */
    styled: () => screen().map((_, row) => runsOf(row)),
    /** All text of the program: what has scrolled off the screen, and the screen. */
    all: () => lines(0).join("\n"),
    /** The written bytes, including escape sequences. */
    raw: () => written,
    /** Waits until a text or pattern is on the screen, or until a condition holds; at most for a time in milliseconds. */
    until: async (what: string | RegExp | (() => boolean), within = TIMEOUT): Promise<void> => {
      for (const end = Date.now() + within; Date.now() < end; await sleep(15)) if (holds(what)) return;
      throw new Error(`not seen: ${what}\non the screen:\n${screen().join("\n")}`);
    },
    resize: (newColumns: number, newRows: number): void => {
      terminal.resize(newColumns, newRows);
      spawnSync("stty", ["-F", device, "cols", String(newColumns), "rows", String(newRows)]);
    },
    /** Waits until the program has ended and its whole output is on the screen; resolves with the exit code. */
    ended: () => ended,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      child.kill("SIGKILL");
      await exited;
      terminal.dispose();
    },
  };
}
