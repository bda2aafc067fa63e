import type { Paint, Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { coloured } from "./coloured.ts";

/** Writes the typed line in colours; returns a function that updates them after a key. */
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
    // After a character in the last column a terminal's cursor is still in that row, but readline counts it in the next one.
    if (cols === 0 && server.line !== "") return;
    // Readline does not update its count of rows for pasted text.
    server.prevRows = rows;
    const now = coloured(server.line, names(), paint);
    // Text that was only appended has been written already.
    const isThere = server.line.startsWith(line) && now === shown + server.line.slice(line.length);
    line = server.line;
    shown = now;
    if (!isThere && line !== "") server._refreshLine();
  };
}

function isPlain(paint: Paint): boolean {
  return paint.red("x") === "x";
}
