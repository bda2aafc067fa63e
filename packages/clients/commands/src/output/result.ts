import {
  indentedJson,
  isOutputError,
  jsonElements,
  jsonLine,
  namesIn,
  OutputError,
  picture,
  type Query,
  type Style,
  safe,
  shown,
  type Terminal,
  wireJson,
  wrapSentence,
  yaml,
} from "@reeve/terminal";
import type { Context } from "../context.ts";
import { type OutputChoice, outputChoiceOf, type ParsedArguments } from "../parsed-arguments.ts";

/** The result of a command in every output format. */
export interface Result {
  readonly body: unknown;
  /** The answer's text as received; without it, JSON output is made from `body`. */
  readonly text?: string;
  /** The lines of the format `table`. */
  lines(): readonly string[] | Promise<readonly string[]>;
  /** The lines of the format `wide`, if it has more columns than `table`. */
  wide?(): readonly string[] | Promise<readonly string[]>;
  /** The value from which `-o name` takes the names; by default `body`. */
  readonly named?: unknown;
}

/** Writes a result to standard output in the chosen format. */
export async function writeResult(result: Result, output: OutputChoice, { results }: Pick<Terminal, "results">): Promise<void> {
  const lines = await resultLines(result, output, results);
  if (lines.length === 0) return;
  try {
    results.write(`${lines.join("\n")}\n`);
  } catch (thrown) {
    throw isOutputError(thrown) ? new OutputError(thrown.cause, "; the operation itself was done") : thrown;
  }
}

/** The lines of a result in the chosen format. */
export function resultLines(result: Result, { query, format }: OutputChoice, results: Terminal["results"]): Promise<readonly string[]> {
  const request = query ? picked(result, query, results.style()) : result;
  return linesIn(format, request, results.isTerminal());
}

function picked({ body }: Result, query: Query, style: Style): Result {
  const result = query(body) ?? null;
  return { body: result, lines: () => picture(result, style) ?? yaml(result) };
}

async function linesIn(format: OutputChoice["format"], result: Result, isRead: boolean): Promise<readonly string[]> {
  const { body, text, named = body } = result;
  if (format === "wide") return result.wide?.() ?? result.lines();
  if (format === "table") return result.lines();
  if (format === "yaml") return yaml(body);
  // Line breaks within a name are escaped, because each line of the output is one name.
  if (format === "name") return namesIn(named).map(safe);
  const json = text === undefined ? jsonLine(body) : wireJson({ body, text });
  if (format === "jsonl") return jsonElements(json);
  // The text is indented without parsing its numbers, so that their digits stay as received.
  return [isRead ? indentedJson(json) : json];
}

/** Prints what was done, as one sentence or, with `--json`, as data. */
export function printOutcome(context: Context, args: ParsedArguments, body: unknown, sentence: string): Promise<void> {
  const style = context.terminal.results.style();
  const lines = () => wrapSentence(shown(sentence, style), style.width);
  return writeResult({ body, lines }, outputChoiceOf(args), context.terminal);
}
