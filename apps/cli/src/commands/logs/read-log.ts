import { buildRequest } from "@reeve/contract";
import { nodeLog } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** Which log, and how much of it. */
export interface LogPlace {
  readonly service: string;
  readonly node: string;
  readonly task?: string;
  readonly tail?: number;
  /** What an earlier excerpt said, to go on behind it. */
  readonly after?: string;
  /** Seconds to wait for something. */
  readonly wait?: number;
}

export interface Excerpt {
  readonly text: string;
  readonly next: string | undefined;
}

/** Asks a service of ours for a part of what a node has printed. */
export async function readLog(
  transport: Transport,
  { service, ...input }: LogPlace,
  options: CallOptions,
): Promise<Excerpt> {
  const request = buildRequest(nodeLog, { revision: "any", service, input });
  const { text, headers } = await transport.send({ request, effect: "read" }, options);
  return { text, next: headers.get("reeve-log-next") ?? undefined };
}
