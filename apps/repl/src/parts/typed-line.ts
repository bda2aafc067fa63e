/** This module is loaded at the first key press. It colours the typed line and shows the menu of completions. */
import type { Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { paintLine } from "../typing/coloured-line.ts";
import { completionMenu } from "../typing/menu.ts";

/** The coloured line and the menu of completions. */
export type TypedLine = ReturnType<typeof decorateTypedLine>;

export function decorateTypedLine(server: NodeRepl, screen: Screen, names: () => ReadonlySet<string>) {
  const { isOpen: isMenuOpen } = completionMenu(server, screen);
  return { updateColours: paintLine(server, screen, names), isMenuOpen };
}
