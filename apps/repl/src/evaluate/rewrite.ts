import { endOfCall } from "./scan.ts";

/** The shell's functions that can be called without brackets: `show plans` is `show("plans")`. */
export interface Words {
  has(name: string): boolean;
}

/** Rewrites typed text to JavaScript: short words become calls, and a service call whose result is used at once is awaited. */
export function rewrite(typed: string, words: Words): string {
  return inWords(typed, words) ?? awaited(typed) ?? typed;
}

/** `use kafka` is not valid JavaScript, so it can only mean the call; `help` alone is a call unless the user has redefined the name. */
function inWords(typed: string, words: Words): string | undefined {
  const [name = "", ...rest] = typed.trim().replace(/;$/, "").split(/\s+/);
  if (!words.has(name) || !rest.every((word) => /^[\w./:@*-]+$/.test(word))) return undefined;
  if (rest.length === 0) return `typeof ${name} === "function" ? ${name}() : ${name}\n`;
  return `${name}(${rest.map((word) => JSON.stringify(word)).join(", ")})\n`;
}

/** The target of an assignment: `const x = `, `let { a } = `, `x = `. */
const TARGET = /^(?:\s*(?:(?:const|let|var)\s+(?:[\w$]+|\{[^=]*\}|\[[^=]*\])|[\w$]+)\s*=(?![=>])\s*)?/;

/** A call of a service: `broker.topics.list(`, `prod.broker.topics.list(`; and `connect(`, which is awaited as well. */
const CALL = /^\s*(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,3}|connect|demo)\s*\(/;

/**
 * `const x = broker.topics.list()` should give the topics, not a promise; `broker.topics.list().length` their number. Only calls at the
 * start of a line are rewritten; elsewhere the user types `await`.
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
