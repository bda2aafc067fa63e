/**
 * Rewrites typed text to JavaScript. `words` are the functions that can be called without brackets: `show plans` means `show("plans")`. A
 * service call is awaited if the text uses its result at once.
 */
export function rewrite(typed: string, words: ReadonlySet<string>): string {
  return inWords(typed, words) ?? awaited(typed) ?? typed;
}

/**
 * `use kafka` is not valid JavaScript, so it can only be a call. A single word such as `help` is a call unless the user has redefined the
 * name.
 */
function inWords(typed: string, words: ReadonlySet<string>): string | undefined {
  const [name = "", ...rest] = typed.trim().replace(/;$/, "").split(/\s+/);
  if (!words.has(name) || !rest.every((word) => /^[\w./:@*-]+$/.test(word))) return undefined;
  if (rest.length === 0) return `typeof ${name} === "function" ? ${name}() : ${name}\n`;
  return `${name}(${rest.map((word) => JSON.stringify(word)).join(", ")})\n`;
}

/** The left side of an assignment, such as `const x = `, `let { a } = ` or `x = `. */
const TARGET = /^(?:\s*(?:(?:const|let|var)\s+(?:[\w$]+|\{[^=]*\}|\[[^=]*\])|[\w$]+)\s*=(?![=>])\s*)?/;

/**
 * The start of a call that is awaited: of a service, such as `broker.topics.list(` or `prod.broker.topics.list(`, or of `connect(` and
 * `demo(`.
 */
const CALL = /^\s*(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,3}|connect|demo)\s*\(/;

/**
 * Awaits the call at the start of a line. Thus `const x = broker.topics.list()` gives the topics instead of a promise, and
 * `broker.topics.list().length` gives their number. Calls elsewhere in a line need a typed `await`.
 */
function awaited(typed: string): string | undefined {
  const [target = ""] = TARGET.exec(typed) ?? [];
  const rest = typed.slice(target.length);
  const [call] = CALL.exec(rest) ?? [];
  if (call === undefined) return undefined;
  const end = endOfCall(rest, call.length - 1);
  if (end === undefined) return undefined;
  const after = rest.slice(end).trimStart();
  if (/^(?:\?\.|\.(?!(?:then|catch|finally)\b)|\[)/.test(after)) {
    return `${target}(await ${rest.slice(0, end).trimStart()})${rest.slice(end)}`;
  }
  return target === "" || /^\s*[=(`]/.test(after) ? undefined : `${target}await ${rest.trimStart()}`;
}

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
function endOfCall(code: string, start: number): number | undefined {
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
