import type { Paint } from "@reeve/terminal";

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
