import type { Paint, Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { coloured } from "./coloured.ts";

/** Makes readline write the typed line in colours. Returns a function that updates the colours after a key press. */
export function paintLine(server: NodeRepl, screen: Screen, names: () => ReadonlySet<string>): () => void {
  const { paint } = screen.style();
  if (isPlain(paint)) return () => undefined;
  let line = "";
  let shown = "";
  const own = server._writeToOutput;
  server._writeToOutput = (text) => {
    if (server.line === "" || text !== server.getPrompt() + server.line) {
      own.call(server, text);
      return;
    }
    line = server.line;
    shown = coloured(line, names(), paint);
    own.call(server, server.getPrompt() + shown);
  };
  return () => {
    if (server.line === line || server.editorMode) return;
    const { cols, rows } = server.getCursorPos();
    // If the line ends in the last column, a terminal keeps the cursor in that row, but readline already counts the next row.
    if (cols === 0 && server.line !== "") return;
    // Readline does not count the rows of pasted text.
    server.prevRows = rows;
    const now = coloured(server.line, names(), paint);
    // Readline has already written text that was appended to the line, so the line need not be redrawn unless its colours have changed.
    const isThere = server.line.startsWith(line) && now === shown + server.line.slice(line.length);
    line = server.line;
    shown = now;
    if (!isThere && line !== "") server._refreshLine();
  };
}

function isPlain(paint: Paint): boolean {
  return paint.red("x") === "x";
}
