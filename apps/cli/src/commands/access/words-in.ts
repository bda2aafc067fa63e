import { ReeveError } from "@reeve/contract";

/** Splits a command into words as a shell does: at blanks, except within quotes. Variables and file patterns are not expanded. */
export function wordsIn(command: string): [string, ...string[]] {
  const words = [...command.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g)].map(([word]) => unquoted(word));
  const [first, ...rest] = words;
  const isWhole = command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./g, "").search(/['"\\]/) < 0;
  if (first === undefined || !isWhole) {
    throw new ReeveError("bad-input", "--token-command: expected a command and its arguments, with all quotes closed");
  }
  return [first, ...rest];
}

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, escaped) => {
    if (single !== undefined) return single;
    return double === undefined ? escaped : double.replaceAll(/\\(["\\$`])/g, "$1");
  });
}
