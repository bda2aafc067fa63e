import {
  type Context,
  type Given,
  hasFlag,
  limitsOf,
  type OutputChoice,
  outputChoiceOf,
  reachOf,
  settingsOf,
  writeResult,
} from "@reeve/commands";
import { jsonLine, shown } from "@reeve/terminal";
import { createTransport, type Transport } from "@reeve/transport";
import { followLog } from "./follow-log.ts";
import { placeOf } from "./place.ts";
import { type LogPlace, readLog } from "./read-log.ts";

/** Shows the last lines of a node's output, and with `--follow` also new lines. */
export async function showLogs(given: Given, context: Context): Promise<void> {
  const settings = settingsOf(given, context);
  const place = placeOf(given, settings);
  const output = outputChoiceOf(given);
  const transport = createTransport(await reachOf(settings, given, context));
  const { whole } = limitsOf(given);
  try {
    if (hasFlag(given, "follow")) return await follow(transport, place, output, context);
    const options = { signal: context.signal, ...(whole !== undefined && { totalTimeout: whole }) };
    const { text } = await readLog(transport, place, options);
    await writeResult({ body: text, lines: () => linesOf(text, context) }, output, context.terminal);
  } finally {
    await transport.close();
  }
}

async function follow(
  transport: Transport,
  place: LogPlace,
  { format }: OutputChoice,
  context: Context,
): Promise<void> {
  const { results, notes } = context.terminal;
  const { signal, over, interruption } = context;
  const outage = (words: string) => notes.write(`${words}\n`);
  const isJson = format === "json" || format === "jsonl";
  try {
    for await (const text of followLog(transport, place, { signal, outage })) {
      const lines = isJson ? rawLines(text).map(jsonLine) : linesOf(text, context);
      results.write(lines.map((line) => `${line}\n`).join(""));
    }
  } catch (thrown) {
    // With `--follow`, reaching the timeout is not an error.
    if (!over.aborted || interruption.aborted) throw thrown;
  }
}

/** Splits output into lines, and escapes harmful characters, because nodes can print any characters. */
function linesOf(text: string, { terminal }: Context): readonly string[] {
  const style = terminal.results.style();
  return rawLines(text).map((line) => shown(line, style));
}

function rawLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
