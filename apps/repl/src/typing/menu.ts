import { displayWidth, padEnd, type Screen, type Style, truncate } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { CLEAR_BELOW, writeBelow } from "./hints.ts";

const INVERSE = "\u001b[7m";

const AS_USUAL = "\u001b[27m";

/** The choices, and the text around them. */
interface Choice {
  readonly items: readonly string[];
  readonly labels: readonly string[];
  readonly before: string;
  readonly typed: string;
}

/**
 * Opens a menu of the completions below the line at the second Tab. Tab and the arrows select, Enter accepts, Escape restores the typed
 * text, and any other key closes the menu and edits the line.
 */
export function completionMenu(server: NodeRepl, screen: Screen): { isOpen(): boolean } {
  let open: Choice | undefined;
  let chosen = -1;
  const ownComplete = server._tabComplete.bind(server);
  const ownKey = server._ttyWrite;

  const draw = (): void => {
    if (!open) return;
    const { rows } = server.getCursorPos();
    writeBelow(server, screen, menuLines(open.labels, chosen, { style: screen.style(), rows: screen.rows() - rows - 2 }));
  };
  const setLine = (line: string): void => {
    server.prevRows = server.getCursorPos().rows;
    Object.assign(server, { line, cursor: line.length });
    server._refreshLine();
  };
  const close = (): void => {
    open = undefined;
    screen.write(CLEAR_BELOW);
  };
  const choose = (next: number): void => {
    if (!open) return;
    chosen = (next + open.items.length) % open.items.length;
    setLine(open.before + open.items[chosen]);
    draw();
  };
  /** Handles a key. Returns true if the menu has used the key. */
  const took = ({ name = "", shift = false }: Key): boolean => {
    if (!open) return false;
    const steps: Readonly<Record<string, number>> = { tab: shift ? -1 : 1, right: 1, down: 1, left: -1, up: -1 };
    const step = steps[name];
    if (step !== undefined) choose(chosen < 0 && step < 0 ? -1 : chosen + step);
    else if (name === "escape") {
      const { before, typed } = open;
      close();
      setLine(before + typed);
    } else {
      const isTaken = chosen >= 0 && (name === "return" || name === "enter");
      close();
      return isTaken;
    }
    return true;
  };

  server._ttyWrite = (text, key) => {
    if (!took(key ?? {})) ownKey.call(server, text, key);
  };
  server._tabComplete = (isSecond) => {
    if (!isSecond || server.cursor !== server.line.length) {
      ownComplete(isSecond);
      return;
    }
    server.pause();
    const { line } = server;
    server.completer(line, (error, result) => {
      server.resume();
      const [matches = [], typed = ""] = result ?? [];
      const items = [...new Set(matches.filter((each) => each !== ""))];
      if (error || items.length < 2 || !line.endsWith(typed) || server.line !== line) {
        ownComplete(isSecond);
        return;
      }
      // All choices have the same text up to the last dot, so the menu shows only the text after this dot.
      const labels = items.map((each) => each.slice(typed.lastIndexOf(".") + 1));
      open = { items, labels, before: line.slice(0, line.length - typed.length), typed };
      chosen = -1;
      draw();
    });
  };
  return { isOpen: () => open !== undefined };
}

interface Key {
  readonly name?: string;
  readonly shift?: boolean;
}

/** The style and the number of rows that a menu can use. */
interface MenuSpace {
  readonly style: Style;
  readonly rows: number;
}

/** The lines of a menu in columns, with the selected entry marked. A long menu shows only the rows around that entry. */
export function menuLines(labels: readonly string[], chosen: number, { style, rows }: MenuSpace): readonly string[] {
  const room = Math.max(1, style.width - 1);
  const width = Math.min(room, Math.max(...labels.map(displayWidth)) + 2);
  const columns = Math.max(1, Math.floor(room / width));
  const all = Array.from({ length: Math.ceil(labels.length / columns) }, (_, row) =>
    labels
      .slice(row * columns, (row + 1) * columns)
      .map((label, column) => {
        const cell = padEnd(truncate(label, width - 2, style.unicode ? "…" : "..."), width - 2);
        return row * columns + column === chosen ? INVERSE + cell + AS_USUAL : cell;
      })
      .join("  ")
      .trimEnd(),
  );
  const most = Math.max(1, rows);
  if (all.length <= most) return all;
  const shown = Math.max(1, most - 1);
  const first = Math.min(Math.max(0, Math.floor(Math.max(0, chosen) / columns) - shown + 1), all.length - shown);
  const counted = style.paint.dim(`rows ${first + 1} to ${first + shown} of ${all.length}`);
  return [...all.slice(first, first + shown), ...(most > 1 ? [counted] : [])];
}
