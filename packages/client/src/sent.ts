import type { Listed, Request } from "@reeve/contract";

/** A request that has been sent, and what it asked for. */
export interface Sent {
  readonly listed: Listed;
  readonly revision: string;
  readonly request: Request;
}
