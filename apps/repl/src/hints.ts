import { truncate } from "@reeve/terminal";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { LazyLive } from "./lazy-live.ts";
import type { Shell } from "./shell.ts";

/** What stands below the line that is typed. */
export interface HintLine {
  clear(): void;
  /** Shows what is to be told of the line as it is now. */
  show(): void;
}

/**
 * Shows below the line that is typed how the method at the cursor is called and what it does. It is taken away before the next key does
 * anything, so that nothing of it stays.
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
    // Without a service that has been used there is nothing to tell, and nothing is loaded to find that out.
    const { line, cursor } = server;
    clear();
    if (isCovered() || !live.isLoaded() || server.editorMode || line === "" || cursor !== line.length) return;
    const hint = live().hint(unfinished() + line);
    if (hint === undefined) return;
    const { paint, width, unicode } = screen.style();
    const { cols } = server.getCursorPos();
    // A terminal goes to the next row only with the character behind the last column; readline counts as if it had gone there already.
    const wrap = cols === 0 ? " \r" : "";
    const text = paint.dim(truncate(hint, width - 1, unicode ? "…" : "..."));
    screen.write(`${wrap}\n${text}${UP}\r${cols > 0 ? `${ESCAPE}[${cols}C` : ""}`);
    isShown = true;
  };
  input.prependListener("keypress", clear);
  input.on("keypress", show);
  return { clear, show };
}

/** Where nothing is shown below the line. */
export const noHints: HintLine = { clear: () => undefined, show: () => undefined };

const ESCAPE = "\u001b";
/** From the cursor on, but for what stands behind it on its own line, which is nothing: hints are shown at the end of a line only. */
const CLEAR_BELOW = `${ESCAPE}[J`;
const UP = `${ESCAPE}[1A`;
