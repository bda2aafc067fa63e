import { indentedJson, jsonLine, type Style, safe, safeLines, wireJson } from "@reeve/terminal";
import { secretTexts } from "../history/redact-line.ts";
import { load } from "../parts/load.ts";
import type { Shell } from "../start/shell.ts";
import type { Drawings } from "./drawings.ts";
import { HIDDEN_SECRET, type ShellSecrets } from "./secrets.ts";

/** The output formats. */
export type ResultFormat = "table" | "json" | "yaml";

export const resultFormats: readonly ResultFormat[] = ["table", "json", "yaml"];

/** Makes a function that writes a result: as text for people, as JSON (unchanged if it is a server's answer), or as YAML. */
export function createWriter(
  drawings: Drawings,
  secrets: ShellSecrets,
  style: () => Style,
): (value: unknown, format: ResultFormat) => string {
  return (value, format) => {
    const drawing = drawings.of(value);
    if (drawing?.isShown) return "";
    if (format === "json") {
      const text = drawing?.wire ? wireJson(drawing.wire) : json(value);
      // The answer is indented on a terminal; in a pipe it stays unchanged.
      return secrets.redact(Number.isFinite(style().width) ? indentedJson(text) : text);
    }
    if (format === "yaml") {
      const { yaml } = load<typeof import("../parts/yaml.ts")>("yaml");
      return secrets.redact(yaml(plainData(value)).join("\n"));
    }
    if (drawing) return secrets.redact(drawing.lines(style()).join("\n"));
    return secrets.redact(withoutSecrets(value, inspected(value, style())));
  };
}

/** Makes a function that prints results to standard output. Text is printed without quotes, so that other programs can read it. */
export function createPrinter({ drawings, secrets, terminal, switches }: Shell): (value: unknown) => void {
  const write = createWriter(drawings, secrets, terminal.results.style);
  return (value) => {
    const isText = typeof value === "string" && switches.format === "table";
    const text = isText ? secrets.redact(safeLines(value)) : write(value, switches.format);
    if (text !== "") terminal.results.write(`${text}\n`);
  };
}

/** Redacts the values of fields such as `password`, because users who print an object do not expect its secrets in the output. */
function withoutSecrets(value: unknown, shown: string): string {
  if (typeof value !== "object" || value === null) return shown;
  const { inspect } = process.getBuiltinModule("node:util");
  return secretTexts(harmless(inspect(value))).reduce((text, secret) => text.replaceAll(secret, HIDDEN_SECRET), shown);
}

/** Shows a value as Node would. */
function inspected(value: unknown, { paint, width }: Style): string {
  const { inspect } = process.getBuiltinModule("node:util");
  const colors = paint.red("x") !== "x";
  const breakLength = Number.isFinite(width) ? Math.max(20, width) : 80;
  return harmless(inspect(value, { colors, breakLength }));
}

/** Keeps the colours of `inspect`, and escapes all other characters that could harm a terminal. */
function harmless(text: string): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : part.split("\n").map(safe).join("\n")))
    .join("");
}

const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[(?:[134]|2[234]|3[1-69]|90)m)`);

function json(value: unknown): string {
  return jsonLine(plainData(value));
}

/** Makes a value fit for JSON: big integers become strings of digits, and values that JSON lacks become null. */
function plainData(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));
  return text === undefined ? null : JSON.parse(text);
}
