import type { Paint, Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { coloured } from "./coloured.ts";

/** Writes the line that is typed in colours; returns what brings them up to date after a key. */
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
    // Behind the last column a terminal is still in its row, and readline counts as if it were in the next one.
    if (cols === 0 && server.line !== "") return;
    // Of pasted text readline does not note how many rows it takes.
    server.prevRows = rows;
    const now = coloured(server.line, names(), paint);
    // What was only added to the end stands there already.
    const isThere = server.line.startsWith(line) && now === shown + server.line.slice(line.length);
    line = server.line;
    shown = now;
    if (!isThere && line !== "") server._refreshLine();
  };
}

function isPlain(paint: Paint): boolean {
  return paint.red("x") === "x";
}
