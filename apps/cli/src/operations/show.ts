import type { Look, TimeWords } from "@reeve/terminal";
import type { Session } from "../session/session.ts";

/** What a picture of an answer is drawn with. */
export interface View {
  readonly look: Look;
  readonly times: TimeWords;
  readonly now: number;
  /** The input, checked. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/**
 * What is special to one operation on the command line, beside what its declaration says. Whatever is left out is derived.
 */
export interface Show<Value = never> {
  /** The answer as lines. */
  table?(value: Value, view: View): readonly string[];
  /** With columns that cost more calls. */
  wide?(value: Value, view: View): Promise<readonly string[]> | readonly string[];
  /** What a person must agree to: what is done ("deleting"), and the name to type. */
  readonly agreement?: { readonly act: string; readonly name: (view: Pick<View, "input" | "session">) => string };
  /** More to know before agreeing, which may cost a call: "12 partitions". */
  detail?(view: View): Promise<string | undefined>;
  /** Waits for what the operation has set going, and says how it ended. Having it gives the command `--wait`. */
  wait?(view: View, options: Waiting): Promise<Settled>;
}

/** How a wait is told and limited. */
export interface Waiting {
  readonly within?: number;
  /** One attempt. */
  readonly timeout?: number;
  readonly onProgress: (words: string) => void;
}

/** What a wait has come to. */
export interface Settled {
  /** What the operation itself answered. */
  readonly body: unknown;
  /** The same as it came, where that is known. */
  readonly text?: string;
  /** `broker-1 is back and in sync`. */
  readonly words: string;
}
