import { isRecord } from "@reeve/contract";

/** An answer for display: its body as data, and as received. */
export interface WireBody {
  readonly body: unknown;
  readonly text: string;
}

/**
 * The body exactly as received: JSON unchanged, with all digits of its numbers; text as a JSON string; an empty body as `null`. Characters
 * that could harm a terminal are written as escapes, which mean the same in JSON.
 */
export function wireJson({ body, text }: WireBody): string {
  if (body === undefined || body === null) return "null";
  return harmless(typeof body === "string" ? JSON.stringify(body) : text.replace(/^\ufeff/, "").trim());
}

/** A value as JSON on one line. */
export function jsonLine(value: unknown): string {
  return harmless(JSON.stringify(value) ?? "null");
}

/** JSON text with one element per line, for people. Only white space changes: numbers keep their digits, and duplicate keys stay. */
export function indentedJson(json: string): string {
  let depth = 0;
  let indented = "";
  let before = "";
  for (const [token] of json.matchAll(TOKEN)) {
    const closes = token === "}" || token === "]";
    const isEmpty = closes && (before === "{" || before === "[");
    if (closes) depth--;
    if (closes ? !isEmpty : before === "{" || before === "[" || before === ",") {
      indented += `\n${"  ".repeat(depth)}`;
    }
    indented += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth++;
    before = token;
  }
  return indented;
}

/** The elements of a JSON array, each as received; for any other value, the whole text. */
export function jsonElements(json: string): readonly string[] {
  if (!json.startsWith("[")) return [compact(json)];
  const elements: string[] = [];
  let depth = 0;
  let element = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "}" || token === "]") depth--;
    const ends = depth === 0 || (depth === 1 && token === ",");
    if (ends && element !== "") elements.push(element);
    element = ends ? "" : element + token;
    if (token === "{" || token === "[") depth++;
  }
  return elements;
}

function compact(json: string): string {
  return [...json.matchAll(TOKEN)].map(([token]) => token).join("");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Escapes harmful characters. In JSON they only occur in strings, where an escape has the same meaning. */
function harmless(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapes);
}

function escapes(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((digits) => `\\u${digits}`).join("");
}

/** A JSON value as YAML, for people and programs. */
export function yaml(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return sequence(value);
  return isRecord(value) && Object.keys(value).length > 0 ? mapping(value) : [scalar(value)];
}

function sequence(items: readonly unknown[]): readonly string[] {
  return items.flatMap((item) => {
    const [first = "", ...rest] = yaml(item);
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

function mapping(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (!hasParts(value)) return [`${scalar(key)}: ${scalar(value)}`];
    const indent = Array.isArray(value) ? "" : "  ";
    return [`${scalar(key)}:`, ...yaml(value).map((line) => indent + line)];
  });
}

function hasParts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Text that every version of YAML reads as a string is written without quotes; other values are written as JSON, which is valid YAML. */
function scalar(value: unknown): string {
  if (typeof value === "string" && BARE.test(value) && !RESERVED_WORDS.test(value)) return value;
  return jsonLine(value);
}

const BARE = /^[A-Za-z_/][\w./-]*(?: [\w./-]+)*$/;
const RESERVED_WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** The names that `-o name` prints: those of a list's elements, of the elements of the only list in an object, or of the object itself. */
export function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(nameOf);
  if (isRecord(value) && nameOf(value).length === 0) {
    const lists = Object.values(value).filter((each) => Array.isArray(each));
    if (lists.length === 1) return namesIn(lists[0]);
  }
  return nameOf(value);
}

/** An object's name is its `name`, else its `id`, else its only key. */
function nameOf(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (!isRecord(value)) return [];
  const name = value.name ?? value.id;
  if (typeof name === "string" || typeof name === "number") return [String(name)];
  const keys = Object.keys(value);
  return keys.length === 1 && isRecord(value[keys[0] ?? ""]) ? keys : [];
}
