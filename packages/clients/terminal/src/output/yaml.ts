import { isRecord } from "@reeve/contract";
import { jsonLine } from "./json-text.ts";

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
