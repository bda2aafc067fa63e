import type { View } from "@reeve/pictures";
import type { Session } from "../session/session.ts";

/** The argument of the functions in `CommandExtras`: the session, the operation's input, and how to render. */
export interface CommandContext extends View {
  readonly session: Session;
  /** Aborted by Ctrl-C but not by the timeout, because a wait reports its timeout itself, together with the last state. */
  readonly signal: AbortSignal;
}

/** The behaviour of an operation on the command line that does not follow from the operation's declaration. */
export interface CommandExtras<Value = never> {
  /** The lines of `-o wide`, whose further columns may need more requests. */
  wide?(value: Value, command: CommandContext): Promise<readonly string[]> | readonly string[];
  /** The output of `-o name`, for operations whose answer does not contain the name. */
  name?(command: CommandContext): string;
  /** The question before a deletion: what is done ("deleting"), and the name that the user must type. */
  readonly agreement?: { readonly act: string; readonly name: (command: CommandContext) => string };
  /** Returns a further fact that the confirmation shows. A request may be needed to find it. */
  detail?(command: CommandContext): Promise<string>;
  /** Returns a note about what was done. A request may be needed to find it. */
  note?(command: CommandContext): Promise<string | undefined>;
  /**
   * Performs the operation, waits until it is complete, and returns a sentence: "broker-1 is back and in sync". Commands with this function
   * have `--wait`.
   */
  wait?(command: CommandContext, waiting: Waiting): Promise<string>;
}

/** The timeouts of a wait, and how it shows its progress. */
export interface Waiting {
  readonly within?: number;
  /** The timeout of one attempt. */
  readonly timeout?: number;
  readonly onProgress: (words: string) => void;
}
