import {
  indentedJson,
  jsonElements,
  jsonLine,
  namesIn,
  OutputError,
  picture,
  type Query,
  type Style,
  safe,
  type Terminal,
  wireJson,
  yaml,
} from "@reeve/terminal";
import type { OutputChoice } from "../model/output-choice.ts";

/** The result of a command: as data, exactly as received, and as lines for people. */
export interface Result {
  readonly body: unknown;
  /** The text as received, if it was text; otherwise the body is written as JSON. */
  readonly text?: string;
  /** For people. */
  lines(): readonly string[] | Promise<readonly string[]>;
  /** With more columns. */
  wide?(): readonly string[] | Promise<readonly string[]>;
  /** Where `-o name` takes names from, if not from the body. */
  readonly named?: unknown;
}

/** Writes a result to standard output in the chosen format. */
export async function writeResult(
  result: Result,
  output: OutputChoice,
  { results }: Pick<Terminal, "results">,
): Promise<void> {
  const lines = await resultLines(result, output, results);
  if (lines.length === 0) return;
  try {
    results.write(`${lines.join("\n")}\n`);
  } catch (thrown) {
    throw thrown instanceof OutputError ? new OutputError(thrown.cause, "; the operation itself was done") : thrown;
  }
}

/** The lines of a result in the chosen format. */
export function resultLines(
  result: Result,
  { query, format }: OutputChoice,
  results: Terminal["results"],
): Promise<readonly string[]> {
  const asked = query ? picked(result, query, results.style()) : result;
  return linesIn(format, asked, results.isTerminal());
}

function picked({ body }: Result, query: Query, style: Style): Result {
  const found = query(body) ?? null;
  return { body: found, lines: () => picture(found, style) ?? yaml(found) };
}

async function linesIn(format: OutputChoice["format"], result: Result, isRead: boolean): Promise<readonly string[]> {
  const { body, text, named = body } = result;
  if (format === "wide") return result.wide?.() ?? result.lines();
  if (format === "table") return result.lines();
  if (format === "yaml") return yaml(body);
  // Each line is a name, so line ends in names are escaped.
  if (format === "name") return namesIn(named).map(safe);
  const json = text === undefined ? jsonLine(body) : wireJson({ body, text });
  if (format === "jsonl") return jsonElements(json);
  // Indented for people; digits are unchanged.
  return [isRead ? indentedJson(json) : json];
}
