import type { ListedOperation, Request, Verification } from "@reeve/contract";

/** A request that has been sent, and its operation. */
export interface Sent {
  readonly listed: ListedOperation;
  readonly revision: string;
  readonly request: Request;
  /** The read that shows whether a change was made. */
  readonly verification: Verification | undefined;
}
