/** Loaded with the first key: the colours of the typed line, and the menu of completions. */
import type { Screen } from "@reeve/terminal";
import { paintLine } from "./editing/line.ts";
import { completionMenu } from "./editing/menu.ts";
import type { NodeRepl } from "./evaluate/node-repl.ts";

/** What a terminal shows while the user types. */
export interface Editing {
  /** Called after each key: updates the colours. */
  typed(): void;
  /** Whether a menu is open below the line. */
  isBelow(): boolean;
}

export function startEditing(server: NodeRepl, screen: Screen, names: () => ReadonlySet<string>): Editing {
  const menu = completionMenu(server, screen);
  const typed = paintLine(server, screen, names);
  return { typed, isBelow: menu.isOpen };
}
