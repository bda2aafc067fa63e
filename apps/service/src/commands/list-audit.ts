import {
  type Context,
  flagOf,
  hasFlag,
  type OutputChoice,
  outputChoiceOf,
  type ParsedArguments,
  withTransport,
  writeResult,
} from "@reeve/commands";
import { buildRequest, isRecord, ReeveError } from "@reeve/contract";
import { type AuditInput, tailAudit } from "@reeve/scheduler-models";
import { type Column, countOf, jsonLine, localTime, shown, table, utcTime } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import { followed } from "./follow.ts";

/** Shows the newest entries of the audit log, and with `--follow` also new ones. */
export function listAudit(given: ParsedArguments, context: Context): Promise<void> {
  const since = sinceOf(given);
  const limit = Number(flagOf(given, "limit") ?? 100);
  return withTransport(given, context, async (transport, options) => {
    if (hasFlag(given, "follow")) return follow(transport, { limit, since }, outputChoiceOf(given), context);
    const { entries } = await readEntries(transport, { limit }, options);
    const body = entries.filter((entry) => timeOf(entry) >= since);
    const lines = () => table(body, columnsAt(context), context.terminal.results.style());
    await writeResult({ body, lines }, outputChoiceOf(given), context.terminal);
  });
}

/** Seconds that the service may wait for an entry before it answers. */
const WAIT = 20;
/** The largest number of entries in an answer. */
const MOST = 1000;

/** Writes entries as they are recorded, each on a line, until Ctrl-C. A change in progress is written again when it has ended. */
async function follow(
  transport: Transport,
  { limit, since }: { readonly limit: number; readonly since: number },
  { format }: OutputChoice,
  context: Context,
): Promise<void> {
  const { terminal, signal } = context;
  const { results, notes } = terminal;
  const isData = format !== "table" && format !== "wide" && format !== "name";
  const lineOf = (entry: Entry) => (isData ? jsonLine(entry) : shown(Object.values(row(entry)).join("  ").trimEnd(), results.style()));
  let after: string | undefined;
  const read = () => readEntries(transport, after === undefined ? { limit } : { limit: MOST, after, wait: WAIT }, { signal });
  for await (const { entries, next, missed } of followed(read, () => after !== undefined, context)) {
    if (missed > 0) notes.write(`${missed} entries were not shown; they are in the audit log itself\n`);
    const wanted = entries.filter((entry) => timeOf(entry) >= since);
    results.write(wanted.map((entry) => `${lineOf(entry)}\n`).join(""));
    after = next;
  }
}

async function readEntries(transport: Transport, input: AuditInput, options: CallOptions) {
  const request = buildRequest(tailAudit, { revision: "any", service: "", input });
  const { body, headers } = await transport.send({ request, effect: "read" }, options);
  const next = headers.get("reeve-audit-next");
  if (!Array.isArray(body)) throw new ReeveError("unexpected-response", `${transport.url} is not a service that reeve up started`);
  if (next === null && input.after !== undefined)
    throw new ReeveError("unexpected-response", `${transport.url} is a service whose audit log cannot be followed`);
  return { entries: body.filter(isRecord), next: next ?? "", missed: Number(headers.get("reeve-audit-missed") ?? 0) };
}

function sinceOf(given: ParsedArguments): number {
  const text = flagOf(given, "since");
  const time = text === undefined ? 0 : Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new ReeveError("bad-input", `--since ${text}: expected a time such as 2026-01-31 or 2026-01-31T12:00Z`);
}

type Entry = Readonly<Record<string, unknown>>;

function timeOf({ last_at: last, ended_at: ended, at }: Entry): number {
  return Date.parse(String(last ?? ended ?? at));
}

function row({ at, who, from, what, service, result, times, status, detail }: Entry) {
  return {
    at: String(at),
    who: from === undefined ? String(who) : `${who} (${from})`,
    what: [what, service, detail].filter((word) => word !== undefined).join(" "),
    result: `${result}${status === undefined ? "" : ` ${status}`}${times === undefined ? "" : `, ${countOf(Number(times), "time")}`}`,
  };
}

/** The columns of the table, which fits into a usual terminal: at a terminal, the time is that of the user's clock. */
function columnsAt({ terminal: { results }, now }: Context): readonly Column<Entry>[] {
  const times = results.isTerminal() ? localTime() : utcTime;
  return [
    { head: "TIME", cell: (entry) => times.at(Date.parse(row(entry).at), now()) },
    { head: "WHO", cell: (entry) => row(entry).who },
    { head: "WHAT", cell: (entry) => row(entry).what },
    { head: "RESULT", cell: (entry) => row(entry).result },
  ];
}
