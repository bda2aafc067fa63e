import type { BaseIssue } from "valibot";

/**
 * What is wrong, and where: `partitions[3].leader: expected an integer, received "x"`. If the field was sent as a parameter with another
 * name, the message shows the parameter's name.
 */
export function describeIssue(
  issue: BaseIssue<unknown>,
  secrets: ReadonlySet<string> = new Set(),
  parameters?: ReadonlyMap<string, string>,
): string {
  const path = pathOf(issue, parameters);
  const sentence = expectation(issue, secrets.has(String(issue.path?.[0]?.key)));
  return path === "" ? sentence : `${path}: ${sentence}`;
}

const MAX_SHOWN = 60;

function expectation(issue: BaseIssue<unknown>, hidden: boolean): string {
  if (issue.expected === "never") return "there is no such field";
  const expected = issue.message.startsWith("expected ") ? issue.message : `expected ${inWords(issue.expected)}`;
  if (isMissing(issue)) return issue.message.startsWith("expected ") ? `missing, ${expected}` : "missing";
  if (issue.kind === "validation" && !issue.message.startsWith("expected ")) return issue.message;
  // If a check of a complete object or list fails, its message is enough; the type of the received value would add nothing.
  if (issue.kind === "validation" && typeof issue.input === "object" && issue.input !== null) return expected;
  return `${expected}, received ${hidden ? "a secret that does not fit" : shown(issue.input)}`;
}

function isMissing(issue: BaseIssue<unknown>): boolean {
  return issue.input === undefined && (issue.path?.at(-1) as { origin?: string } | undefined)?.origin === "key";
}

function inWords(expected: string | null): string {
  return expected === null ? "something else" : (words[expected] ?? expected.replaceAll(/[()]/g, "").replaceAll(" | ", " or "));
}

const words: Record<string, string> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  Object: "an object",
  Array: "an array",
};

/** A value as JSON, truncated, with control characters escaped. Arrays and objects are not shown in full. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (value === undefined) return "nothing";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}

function pathOf(issue: BaseIssue<unknown>, parameters?: ReadonlyMap<string, string>): string {
  let path = "";
  for (const { key: field } of issue.path ?? []) {
    const key = (path === "" && parameters?.get(String(field))) || field;
    if (typeof key === "number") path += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(String(key))) path += path === "" ? String(key) : `.${String(key)}`;
    else path += `[${JSON.stringify(String(key))}]`;
  }
  return path;
}
