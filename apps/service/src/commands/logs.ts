import {
  type Context,
  flagOf,
  hasFlag,
  type OutputChoice,
  outputChoiceOf,
  type ParsedArguments,
  serviceOf,
  settingsOf,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { buildRequest, defined, ReeveError } from "@reeve/contract";
import type { KindName, Settings } from "@reeve/profiles";
import { type NodeLogInput, nodeLog, parseNodeId } from "@reeve/scheduler-models";
import { jsonLine, shown } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import { followed } from "./follow.ts";

/** Shows the last lines of a node's output, and with `--follow` also new lines. */
export async function showLogs(given: ParsedArguments, context: Context): Promise<void> {
  const place = placeOf(given, settingsOf(given, context));
  const output = outputChoiceOf(given);
  await withTransport(given, context, async (transport, options) => {
    if (hasFlag(given, "follow")) return follow(transport, place, output, context);
    const { text } = await readLog(transport, place, options);
    await writeResult({ body: text, lines: () => linesOf(text, context) }, output, context.terminal);
  });
}

async function follow(transport: Transport, place: LogPlace, { format }: OutputChoice, context: Context): Promise<void> {
  const { results } = context.terminal;
  const isJson = format === "json" || format === "jsonl";
  for await (const text of followLog(transport, place, context)) {
    const lines = isJson ? rawLines(text).map(jsonLine) : linesOf(text, context);
    results.write(lines.map((line) => `${line}\n`).join(""));
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

/** Finds the service to which a node belongs: each kind of service names its nodes differently. */
function placeOf(given: ParsedArguments, settings: Settings): LogPlace {
  const node = wordOf(given, "node") ?? "";
  const type = parseNodeId(node)?.type;
  if (type === undefined) throw new ReeveError("bad-input", `<node>: expected a node such as broker-0, got ${JSON.stringify(node)}`);
  const [task, tail] = [flagOf(given, "task"), flagOf(given, "tail")];
  if (tail !== undefined && !/^\d{1,6}$/.test(tail))
    throw new ReeveError("bad-input", `--tail: expected a number of lines, got ${JSON.stringify(tail)}`);
  return defined({ service: serviceOf(settings, kindOf(type)), node, task, tail: tail === undefined ? undefined : Number(tail) });
}

function kindOf(podType: string): KindName {
  if (podType === "broker" || podType === "controller") return "broker";
  return podType === "node" ? "wide-column" : "file-system";
}

type LogPlace = NodeLogInput & { readonly service: string };

async function readLog(transport: Transport, { service, ...input }: LogPlace, options: CallOptions) {
  const request = buildRequest(nodeLog, { revision: "any", service, input });
  const { text, headers } = await transport.send({ request, effect: "read" }, options);
  return { text, next: headers.get("reeve-log-next") ?? undefined };
}

/** Seconds that the service may wait for output before it answers a request (long polling). */
const WAIT = 10;

/** Yields each line of a node's output as soon as it is complete, and after an outage of the service what it has missed. */
async function* followLog(transport: Transport, place: LogPlace, context: Context): AsyncGenerator<string> {
  const { signal } = context;
  // There is no position while the task does not exist yet.
  let after: string | undefined;
  let begun = "";
  const read = () => readLog(transport, { ...place, ...(after !== undefined && { after, wait: WAIT }) }, { signal });
  for await (const { text, next } of followed(read, () => after !== undefined, context)) {
    after = next ?? after;
    const whole = begun + text;
    const end = whole.lastIndexOf("\n") + 1;
    begun = whole.slice(end);
    if (end > 0) yield whole.slice(0, end);
  }
}
