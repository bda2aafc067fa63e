import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  flagOf,
  hasFlag,
  noteOutage,
  type OutputChoice,
  outputChoiceOf,
  type ParsedArguments,
  serviceOf,
  settingsOf,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { buildRequest, isReeveError, ReeveError } from "@reeve/contract";
import type { KindName, Settings } from "@reeve/profiles";
import { nodeLog, parseNodeId } from "@reeve/scheduler-models";
import { jsonLine, shown } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";

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
  const { signal, over, interruption } = context;
  const outage = (words: string) => noteOutage(words, context);
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

/**
 * Finds out from a node's name which service the node belongs to. This is possible because each kind of service names its nodes
 * differently.
 */
function placeOf(given: ParsedArguments, settings: Settings): LogPlace {
  const node = wordOf(given, "node") ?? "";
  const type = parseNodeId(node)?.type;
  if (type === undefined) throw new ReeveError("bad-input", `<node>: expected a node such as broker-0, got ${JSON.stringify(node)}`);
  const [task, tail] = [flagOf(given, "task"), flagOf(given, "tail")];
  if (tail !== undefined && !/^\d{1,6}$/.test(tail))
    throw new ReeveError("bad-input", `--tail: expected a number of lines, got ${JSON.stringify(tail)}`);
  return {
    service: serviceOf(settings, kindOf(type)),
    node,
    ...(task !== undefined && { task }),
    ...(tail !== undefined && { tail: Number(tail) }),
  };
}

function kindOf(podType: string): KindName {
  if (podType === "broker" || podType === "controller") return "broker";
  return podType === "node" ? "wide-column" : "file-system";
}

/** Identifies a log and the part of it to read. */
interface LogPlace {
  readonly service: string;
  readonly node: string;
  readonly task?: string;
  readonly tail?: number;
  /** The position at which the previous excerpt ended; reading continues there. */
  readonly after?: string;
  /** Seconds that the service waits for output before it answers. */
  readonly wait?: number;
}

interface Excerpt {
  readonly text: string;
  readonly next: string | undefined;
}

/** Reads a part of a node's output from the Reeve service. */
async function readLog(transport: Transport, { service, ...input }: LogPlace, options: CallOptions): Promise<Excerpt> {
  const request = buildRequest(nodeLog, { revision: "any", service, input });
  const { text, headers } = await transport.send({ request, effect: "read" }, options);
  return { text, next: headers.get("reeve-log-next") ?? undefined };
}

interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called when the service stops answering, and when it answers again. */
  readonly outage: (words: string) => void;
}

/** Seconds that the service may wait for output before it answers a request (long polling). */
const WAIT = 10;

/** Delay in milliseconds before the next request, after a failure or while the task does not exist yet. */
const AGAIN = 1000;

/**
 * Yields each line of a node's output as soon as the line is complete. Lines that the node prints while the service is down are yielded
 * when the service is back.
 */
async function* followLog(transport: Transport, place: LogPlace, { signal, outage }: FollowOptions): AsyncGenerator<string> {
  let after: string | undefined;
  let begun = "";
  let isOut = false;
  for (;;) {
    const onward = { ...place, ...(after !== undefined && { after, wait: WAIT }) };
    const excerpt = await readLog(transport, onward, { signal }).catch((error) => {
      const isPassing = isReeveError(error, "unreachable") || isReeveError(error, "timed-out");
      if (!isPassing || after === undefined || signal.aborted) throw error;
      if (!isOut) outage(`no answer: ${error.message}`);
      isOut = true;
      return undefined;
    });
    if (excerpt) {
      if (isOut) outage("the service answers again");
      isOut = false;
      after = excerpt.next ?? after;
      const text = begun + excerpt.text;
      const end = text.lastIndexOf("\n") + 1;
      begun = text.slice(end);
      if (end > 0) yield text.slice(0, end);
    }
    if (after === undefined || isOut) await sleep(AGAIN, undefined, { signal });
  }
}
