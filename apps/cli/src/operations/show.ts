import type { View } from "@reeve/pictures";
import type { Session } from "../session/session.ts";

/** The context of an operation's command: how to render, and the session. */
export interface CommandContext extends View {
  readonly session: Session;
  /** Aborts a wait. The timeout is not among its reasons: a wait reports that itself, with its state. */
  readonly signal: AbortSignal;
}

/** Command line behaviour of one operation, beyond its declaration and rendering. */
export interface CommandExtras<Value = never> {
  /** The answer with columns that need more calls. */
  wide?(value: Value, command: CommandContext): Promise<readonly string[]> | readonly string[];
  /** What `-o name` writes if the answer does not hold it. */
  name?(command: CommandContext): string;
  /** The confirmation: the action ("deleting"), and the name to type. */
  readonly agreement?: { readonly act: string; readonly name: (command: CommandContext) => string };
  /** Further facts for the confirmation, which may need a call. */
  detail?(command: CommandContext): Promise<string>;
  /** Does it, waits until it is done, and returns a sentence: "broker-1 is back and in sync". Its presence gives the command `--wait`. */
  wait?(command: CommandContext, waiting: Waiting): Promise<string>;
}

/** The progress output and the timeouts of a wait. */
export interface Waiting {
  readonly within?: number;
  /** One attempt. */
  readonly timeout?: number;
  readonly onProgress: (words: string) => void;
}
