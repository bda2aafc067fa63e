import {
  indentedJson,
  jsonElements,
  jsonLine,
  type Look,
  namesIn,
  picture,
  type Query,
  safe,
  type Terminal,
  Unwritten,
  wireJson,
  yaml,
} from "@reeve/terminal";
import type { Wanted } from "../model/wanted.ts";

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

/** Writes a result to standard output, as it is wanted. */
export async function writeResult(
  result: Result,
  wanted: Wanted,
  { results }: Pick<Terminal, "results">,
): Promise<void> {
  const asked = wanted.query ? picked(result, wanted.query, results.look()) : result;
  const lines = await linesIn(wanted.format, asked, results.isTerminal());
  if (lines.length === 0) return;
  try {
    results.write(`${lines.join("\n")}\n`);
  } catch (thrown) {
    throw thrown instanceof Unwritten ? new Unwritten(thrown.cause, "; what was asked for was done") : thrown;
  }
}

function picked({ body }: Result, query: Query, look: Look): Result {
  const found = query(body) ?? null;
  return { body: found, lines: () => picture(found, look) ?? yaml(found) };
}

async function linesIn(format: Wanted["format"], result: Result, isRead: boolean): Promise<readonly string[]> {
  const { body, text, named = body } = result;
  if (format === "wide") return result.wide?.() ?? result.lines();
  if (format === "table") return result.lines();
  if (format === "yaml") return yaml(body);
  // A line is a name: one with a line end in it would pass for two.
  if (format === "name") return namesIn(named).map(safe);
  const json = text === undefined ? jsonLine(body) : wireJson({ body, text });
  if (format === "jsonl") return jsonElements(json);
  // For people's eyes with white space; not one digit is another.
  return [isRead ? indentedJson(json) : json];
}
