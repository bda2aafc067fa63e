/** This module is loaded at the first key press. It colours the typed line and shows the menu of completions. */
import type { Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { paintLine } from "../typing/coloured-line.ts";
import { completionMenu } from "../typing/menu.ts";

/** The coloured line and the menu of completions. */
export interface TypedLine {
  /** Updates the colours after a key. */
  typed(): void;
  /** Whether a menu is open below the line. */
  isBelow(): boolean;
}

export function decorateTypedLine(server: NodeRepl, screen: Screen, names: () => ReadonlySet<string>): TypedLine {
  const menu = completionMenu(server, screen);
  const typed = paintLine(server, screen, names);
  return { typed, isBelow: menu.isOpen };
}
