import { endOfCall } from "./scan.ts";

/** The functions of the shell that may be called in words: `show plans` is `show("plans")`. */
export interface Words {
  has(name: string): boolean;
}

/** Makes JavaScript of what was typed: short words become calls, and a call of a service that is used at once is waited for. */
export function rewrite(typed: string, words: Words): string {
  return inWords(typed, words) ?? awaited(typed) ?? typed;
}

/**
 * `use kafka` is no JavaScript, so nobody can have meant anything else by it; `help` alone is a call unless somebody has given that name to
 * something else.
 */
function inWords(typed: string, words: Words): string | undefined {
  const [name = "", ...rest] = typed.trim().replace(/;$/, "").split(/\s+/);
  if (!words.has(name) || !rest.every((word) => /^[\w./:@*-]+$/.test(word))) return undefined;
  if (rest.length === 0) return `typeof ${name} === "function" ? ${name}() : ${name}\n`;
  return `${name}(${rest.map((word) => JSON.stringify(word)).join(", ")})\n`;
}

/** What is assigned, where something is: `const x = `, `let { a } = `, `x = `. */
const TARGET = /^(?:\s*(?:(?:const|let|var)\s+(?:[\w$]+|\{[^=]*\}|\[[^=]*\])|[\w$]+)\s*=(?![=>])\s*)?/;

/** A call of a service: `broker.topics.list(`, `prod.broker.topics.list(`; and `connect(`, which is awaited as well. */
const CALL = /^\s*(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,3}|connect|demo)\s*\(/;

/**
 * `const x = broker.topics.list()` is meant to give the topics, not a promise of them; `broker.topics.list().length` is their number.
 * Only what stands at the beginning of a line is understood; everything else says `await` itself.
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
