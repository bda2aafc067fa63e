import { indentedJson, jsonLine, type Look, safe, safeLines, wireJson } from "@reeve/terminal";
import { secretTexts } from "../history/redact-line.ts";
import { load } from "../load.ts";
import type { Shell } from "../shell.ts";
import type { Drawings } from "./drawings.ts";
import { REDACTED, type Secrets } from "./secrets.ts";

/** How results are written. */
export type Format = "table" | "json" | "yaml";

export const formats: readonly Format[] = ["table", "json", "yaml"];

/** Writes a result: as its picture, or as JSON (what the server sent, exactly, where a server sent it) or YAML. */
export function createWriter(
  drawings: Drawings,
  secrets: Secrets,
  look: () => Look,
): (value: unknown, format: Format) => string {
  return (value, format) => {
    const drawing = drawings.of(value);
    if (drawing?.told) return "";
    if (format === "json") {
      const text = drawing?.wire ? wireJson(drawing.wire) : json(value);
      // For people it is broken into lines; in a pipe it is what the server sent, to the byte.
      return secrets.redact(Number.isFinite(look().width) ? indentedJson(text) : text);
    }
    if (format === "yaml") {
      const { yaml } = load<typeof import("../yaml.ts")>("yaml");
      return secrets.redact(yaml(plainData(value)).join("\n"));
    }
    if (drawing) return secrets.redact(drawing.lines(look()).join("\n"));
    return secrets.redact(withoutSecrets(value, inspected(value, look())));
  };
}

/** Prints results to standard output. Text is printed as it is, without the quotes that it has at the prompt: others read it. */
export function createPrinter({ drawings, secrets, terminal, switches }: Shell): (value: unknown) => void {
  const write = createWriter(drawings, secrets, terminal.results.look);
  return (value) => {
    const isText = typeof value === "string" && switches.format === "table";
    const text = isText ? secrets.redact(safeLines(value)) : write(value, switches.format);
    if (text !== "") terminal.results.write(`${text}\n`);
  };
}

/** Of what an object has under names such as `password`, nothing is shown: looking at an object is not asking for its secrets. */
function withoutSecrets(value: unknown, shown: string): string {
  if (typeof value !== "object" || value === null) return shown;
  const { inspect } = process.getBuiltinModule("node:util");
  return secretTexts(harmless(inspect(value))).reduce((text, secret) => text.replaceAll(secret, REDACTED), shown);
}

/** As Node shows it. */
function inspected(value: unknown, { paint, width }: Look): string {
  const { inspect } = process.getBuiltinModule("node:util");
  const colors = paint.red("x") !== "x";
  const breakLength = Number.isFinite(width) ? Math.max(20, width) : 80;
  return harmless(inspect(value, { colors, breakLength }));
}

/** The colours that `inspect` uses, which may stay; whatever else could do something to a terminal is escaped. */
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

/** A value as JSON has it: big numbers as their digits, what JSON does not know as nothing. */
function plainData(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));
  return text === undefined ? null : JSON.parse(text);
}
