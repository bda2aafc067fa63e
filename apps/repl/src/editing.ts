/** What is loaded with the first key: the colours of the line that is typed, and the menu of its completions. */
import type { Screen } from "@reeve/terminal";
import { paintLine } from "./editing/line.ts";
import { completionMenu } from "./editing/menu.ts";
import type { NodeRepl } from "./evaluate/node-repl.ts";

/** What a terminal shows while the user types. */
export interface Editing {
  /** Called after each key: brings the colours up to date. */
  typed(): void;
  /** Whether a menu stands below the line. */
  isBelow(): boolean;
}

export function startEditing(server: NodeRepl, screen: Screen, names: () => ReadonlySet<string>): Editing {
  const menu = completionMenu(server, screen);
  const typed = paintLine(server, screen, names);
  return { typed, isBelow: menu.isOpen };
}
