import type { ListedOperation, Request, Verification } from "@reeve/contract";

/** A request that has been sent, and what it asked for. */
export interface Sent {
  readonly listed: ListedOperation;
  readonly revision: string;
  readonly request: Request;
  /** The read that shows what became of it, where it is a change. */
  readonly verification: Verification | undefined;
}
