import type { Paint, Screen } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";

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

/** Colours JavaScript: strings, numbers, keywords, comments, and the names of the shell. */
export function coloured(code: string, names: ReadonlySet<string>, { bold, cyan, dim, green, yellow }: Paint): string {
  return code.replace(TOKEN, (token, comment?: string, text?: string, number?: string) => {
    if (comment !== undefined) return dim(token);
    if (text !== undefined) return green(token);
    if (number !== undefined || values.has(token)) return yellow(token);
    if (keywords.has(token)) return cyan(token);
    return names.has(token) ? bold(token) : token;
  });
}

/** Matches a token of JavaScript. A name after a dot is a field, even if it is spelt like a keyword. */
const TOKEN =
  /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|`(?:[^`\\]|\\.)*(?:`|$))|(?<![\w$.])(\d[\w.]*)|(?<![\w$.])[A-Za-z_$][\w$]*/g;

const values: ReadonlySet<string> = new Set(["true", "false", "null", "undefined", "NaN", "Infinity"]);

const keywords: ReadonlySet<string> = new Set([
  ...["async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else"],
  ...["finally", "for", "function", "if", "in", "instanceof", "let", "new", "of", "return", "static", "switch", "this"],
  ...["throw", "try", "typeof", "var", "void", "while", "yield"],
]);
