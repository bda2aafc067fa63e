import {
  type Context,
  flagOf,
  outputChoiceOf,
  type ParsedArguments,
  withTransport,
  writeResult,
} from "@reeve/commands";
import { buildRequest, isRecord, ReeveError } from "@reeve/contract";
import { tailAudit } from "@reeve/scheduler-models";
import { picture } from "@reeve/terminal";

/** Shows the newest entries of the audit log. */
export function listAudit(given: ParsedArguments, context: Context): Promise<void> {
  const since = sinceOf(given);
  const limit = Number(flagOf(given, "limit") ?? 100);
  return withTransport(given, context, async (transport, options) => {
    const request = buildRequest(tailAudit, { revision: "any", service: "", input: { limit } });
    const { body } = await transport.send({ request, effect: "read" }, options);
    if (!Array.isArray(body))
      throw new ReeveError("unexpected-response", `${transport.url} is not a service that reeve up started`);
    const entries = body.filter(isRecord).filter((entry) => timeOf(entry) >= since);
    const lines = () => picture(entries.map(row), context.terminal.results.style()) ?? [];
    await writeResult({ body: entries, lines }, outputChoiceOf(given), context.terminal);
  });
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
    at,
    who: from === undefined ? who : `${who} (${from})`,
    what: service === undefined ? what : `${what} ${service}`,
    result: `${result}${status === undefined ? "" : ` ${status}`}${times === undefined ? "" : `, ${times} times`}`,
    detail: detail ?? "",
  };
}
