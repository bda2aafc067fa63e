import { truncate } from "@reeve/terminal";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { LazyLive } from "./lazy-live.ts";
import type { Shell } from "./shell.ts";

/** The hint below the typed line. */
export interface HintLine {
  clear(): void;
  /** Shows the hint for the current line. */
  show(): void;
}

/**
 * Shows below the typed line how the method at the cursor is called and what it does. The hint is removed before each key is handled, so
 * that nothing of it remains.
 */
export function showHints(
  server: NodeRepl,
  shell: Shell,
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
    // Before a service is used there is no hint, and nothing is loaded to find one.
    const { line, cursor } = server;
    clear();
    if (isCovered() || !live.isLoaded() || server.editorMode || line === "" || cursor !== line.length) return;
    const hint = live().hint(unfinished() + line);
    if (hint === undefined) return;
    const { paint, width, unicode } = screen.style();
    const { cols } = server.getCursorPos();
    // A terminal moves to the next row only with the character after the last column; readline counts as if it had moved already.
    const wrap = cols === 0 ? " \r" : "";
    const text = paint.dim(truncate(hint, width - 1, unicode ? "…" : "..."));
    screen.write(`${wrap}\n${text}${UP}\r${cols > 0 ? `${ESCAPE}[${cols}C` : ""}`);
    isShown = true;
  };
  input.prependListener("keypress", clear);
  input.on("keypress", show);
  return { clear, show };
}

/** Used where no hints are shown. */
export const noHints: HintLine = { clear: () => undefined, show: () => undefined };

const ESCAPE = "\u001b";
/**
 * Clears from the cursor to the end of the screen. Nothing follows the cursor on its own line, because hints are shown only at the end of a
 * line.
 */
const CLEAR_BELOW = `${ESCAPE}[J`;
const UP = `${ESCAPE}[1A`;
