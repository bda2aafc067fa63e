import { ReeveError } from "@reeve/contract";
import { indentedJson, jsonElements, jsonLine, namesIn, query, type Terminal, wireJson, yaml } from "@reeve/terminal";
import type { Format } from "../model/everywhere.ts";
import { flagOf, type Given, hasFlag } from "../model/given.ts";

/** What a command has to say: as data, exactly as it came, and as lines for people. */
export interface Result {
  readonly body: unknown;
  /** As it came, where it came as text; otherwise the body is written as JSON. */
  readonly text?: string;
  /** For people. */
  lines(): readonly string[] | Promise<readonly string[]>;
  /** With more columns. */
  wide?(): readonly string[] | Promise<readonly string[]>;
  /** What `-o name` takes the names from, where it is not the body. */
  readonly named?: unknown;
}

/** The format that was asked for; what a query takes out is JSON unless said otherwise. */
export function formatOf(given: Given): Format {
  const named = flagOf(given, "output") as Format | undefined;
  if (hasFlag(given, "json")) {
    if (named !== undefined && named !== "json") throw new ReeveError("bad-input", `--json and -o ${named} say two things`);
    return "json";
  }
  return named ?? (hasFlag(given, "query") ? "json" : "table");
}

/** Writes a result to standard output, as it was asked for. */
export async function writeResult(result: Result, given: Given, terminal: Terminal): Promise<void> {
  const format = formatOf(given);
  const expression = flagOf(given, "query");
  const asked = expression === undefined ? result : await picked(result, expression);
  const lines = await linesIn(format, asked, terminal);
  if (lines.length > 0) terminal.results.write(`${lines.join("\n")}\n`);
}

async function picked({ body }: Result, expression: string): Promise<Result> {
  const found = (await query(body, expression)) ?? null;
  return { body: found, lines: () => yaml(found) };
}

async function linesIn(format: Format, result: Result, terminal: Terminal): Promise<readonly string[]> {
  const { body, named = body } = result;
  if (format === "wide") return result.wide?.() ?? result.lines();
  if (format === "table") return result.lines();
  if (format === "yaml") return yaml(body);
  if (format === "name") return namesIn(named);
  const json = result.text === undefined ? jsonLine(body) : wireJson({ body, text: result.text });
  if (format === "jsonl") return jsonElements(json);
  return [terminal.results.isTerminal() ? indentedJson(json) : json];
}
