import type { View } from "@reeve/pictures";
import type { Session } from "../session/session.ts";

/** A command in progress: its session, the checked input of its operation, and how to render the answer. */
export interface CommandContext extends View {
  readonly session: Session;
  /** Aborted by Ctrl-C but not by the timeout, because a wait reports its timeout itself, together with the last state. */
  readonly signal: AbortSignal;
}

/** The timeouts of a wait, and how it shows its progress. */
export interface Waiting {
  readonly within?: number;
  /** The timeout of one attempt. */
  readonly timeout?: number;
  readonly onProgress: (words: string) => void;
}
