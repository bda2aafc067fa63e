import { buildRequest } from "@reeve/contract";
import { nodeLog } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** Identifies a log and the part of it to read. */
export interface LogPlace {
  readonly service: string;
  readonly node: string;
  readonly task?: string;
  readonly tail?: number;
  /** The position at which the previous excerpt ended; reading continues there. */
  readonly after?: string;
  /** Seconds that the service waits for output before it answers. */
  readonly wait?: number;
}

export interface Excerpt {
  readonly text: string;
  readonly next: string | undefined;
}

/** Reads a part of a node's output from the Reeve service. */
export async function readLog(
  transport: Transport,
  { service, ...input }: LogPlace,
  options: CallOptions,
): Promise<Excerpt> {
  const request = buildRequest(nodeLog, { revision: "any", service, input });
  const { text, headers } = await transport.send({ request, effect: "read" }, options);
  return { text, next: headers.get("reeve-log-next") ?? undefined };
}
