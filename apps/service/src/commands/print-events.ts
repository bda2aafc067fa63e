import { token as tokenCredentials } from "@reeve/auth";
import { awaitEvents, type ServiceEvent } from "@reeve/client";
import type { Context } from "@reeve/commands";
import { isRecord } from "@reeve/contract";
import { localTime, shown, statusWords, wrapSentence } from "@reeve/terminal";
import { createTransport } from "@reeve/transport";
import type { Reeve } from "../index.ts";

/** On a terminal, prints what happens to nodes and plans, one line each, until Ctrl-C. The service's log has it, too. */
export async function printEvents({ url, token, fetch }: Reeve, { terminal, signal, now }: Context): Promise<void> {
  const { notes } = terminal;
  if (!notes.screen() || signal.aborted) return;
  const transport = createTransport({ url, credentials: tokenCredentials(token), fetch });
  const known = new Map<string, string>();
  let after = "now";
  try {
    for (;;) {
      const { events, next } = await awaitEvents(transport, { after }, { signal });
      after = next;
      for (const event of events) {
        const { subject, state } = happening(event) ?? {};
        if (subject === undefined || state === undefined || known.get(subject) === state) continue;
        known.set(subject, state);
        const line = shown(`${localTime().at(now(), now())}  ${subject} ${state}`, notes.style());
        notes.write(`${wrapSentence(line, notes.style().width).join("\n")}\n`);
      }
    }
  } catch {
    // The service runs on if its events cannot be shown, and Ctrl-C ends it.
  } finally {
    await transport.close();
  }
}

/** What an event says of a node or a plan; undefined for other events. Steps are left out, because their nodes change, too. */
function happening({ name, data }: ServiceEvent): { readonly subject: string; readonly state: string } | undefined {
  if (!isRecord(data)) return undefined;
  const { service, node, plan, state, reason, status } = data;
  if (name === "node" && typeof state === "string") {
    const why = typeof reason === "string" ? `: ${reason}` : "";
    return { subject: `${service}: ${node}`, state: `${state}${why}` };
  }
  if (name !== "plan" || typeof status !== "string") return undefined;
  return { subject: `${service}: ${plan} plan`, state: statusWords(status) };
}
