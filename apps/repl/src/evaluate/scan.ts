/** An open bracket or quote, and its position. */
export interface Open {
  readonly mark: string;
  readonly at: number;
}

/**
 * Returns the brackets and quotes of JavaScript code that are still open at its end. Each slash counts as a division, so a bracket in a
 * regular expression is misread; the only effect is a missing completion.
 */
export function openAt(code: string): readonly Open[] {
  const open: Open[] = [];
  for (const { mark, at } of marks(code)) {
    if (opening.has(mark)) open.push({ mark, at });
    else open.pop();
  }
  return open;
}

/** The end of the call whose bracket opens at `start`; undefined if the call is not closed. */
export function endOfCall(code: string, start: number): number | undefined {
  let depth = 0;
  for (const { mark, at } of marks(code.slice(start))) {
    depth += opening.has(mark) ? 1 : -1;
    if (depth === 0) return start + at + 1;
  }
  return undefined;
}

export const COMMENT = "//";

const opening = new Set(["(", "[", "{", "'", '"', "`", COMMENT]);

/** The brackets and quotes outside of strings and comments. The `end` of a quote is the character that closes it. */
function* marks(code: string): Generator<Open> {
  let quote: string | undefined;
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    if (quote !== undefined) {
      if (character === "\\") at++;
      else if (character === quote) {
        quote = undefined;
        yield { mark: "end", at };
      }
    } else if (character === "/" && code.charAt(at + 1) === "/") {
      const end = code.indexOf("\n", at);
      if (end < 0) yield { mark: COMMENT, at };
      at = end < 0 ? code.length : end;
    } else if (character === "/" && code.charAt(at + 1) === "*") {
      const end = code.indexOf("*/", at + 2);
      if (end < 0) yield { mark: COMMENT, at };
      at = end < 0 ? code.length : end + 1;
    } else if (`'"\``.includes(character)) {
      quote = character;
      yield { mark: character, at };
    } else if ("([{)]}".includes(character)) yield { mark: character, at };
  }
}
