import { type Screen, truncate } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import type { LazyLive } from "../parts/lazy-live.ts";
import type { ShellState } from "../start/shell.ts";

/** The hint, which is shown below the typed line. */
export interface HintLine {
  clear(): void;
  /** Shows the hint for the current line. */
  show(): void;
}

/**
 * Shows below the typed line how the method at the cursor is called and what the method does. The hint is removed before each key is
 * handled, so that no part of the hint remains.
 */
export function showHints(
  server: NodeRepl,
  shell: ShellState,
  live: LazyLive,
  unfinished: () => string,
  isCovered: () => boolean,
): HintLine {
  const { input } = server;
  const screen = shell.terminal.results.screen();
  if (!screen) return noHints;
  let isShown = false;

  const clear = (): void => {
    if (!isShown) return;
    isShown = false;
    screen.write(CLEAR_BELOW);
  };
  const show = (): void => {
    // No hint is shown before a service is first used, because the code for hints is loaded only then.
    const { line, cursor } = server;
    clear();
    if (isCovered() || !live.isLoaded() || server.editorMode || line === "" || cursor !== line.length) return;
    const hint = live().hint(unfinished() + line);
    if (hint === undefined) return;
    const { paint, width, unicode } = screen.style();
    writeBelow(server, screen, [paint.dim(truncate(hint, width - 1, unicode ? "…" : "..."))]);
    isShown = true;
  };
  input.prependListener("keypress", clear);
  input.on("keypress", show);
  return { clear, show };
}

/** The hint line of a shell that shows no hints. */
export const noHints: HintLine = { clear: () => undefined, show: () => undefined };

const ESCAPE = "\u001b";

/** Clears from the cursor, which is at the end of the typed line, to the end of the screen. */
export const CLEAR_BELOW: string = `${ESCAPE}[J`;

/** Writes lines below the typed line in place of others, and puts the cursor back to the end of the typed line. */
export function writeBelow(server: NodeRepl, screen: Screen, lines: readonly string[]): void {
  const { cols } = server.getCursorPos();
  // If the line ends in the last column, a terminal keeps the cursor in that row, but readline already counts the next row.
  const wrap = cols === 0 ? " \r" : "";
  const column = cols > 0 ? `${ESCAPE}[${cols}C` : "";
  screen.write(`${wrap}${CLEAR_BELOW}\n${lines.join("\n")}${ESCAPE}[${lines.length}A\r${column}`);
}
