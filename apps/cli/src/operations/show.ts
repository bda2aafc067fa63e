import type { View } from "@reeve/pictures";
import type { Session } from "../session/session.ts";

/** What a command of an operation works with: what its picture is drawn with, and its way to the service. */
export interface Scene extends View {
  readonly session: Session;
  /** Ends a wait; that its time is over a wait says itself, with what it waits for. */
  readonly signal: AbortSignal;
}

/** What is special to one operation on the command line, beside what its declaration says and what its answer looks like. */
export interface Show<Value = never> {
  /** The answer with columns that cost more calls. */
  wide?(value: Value, scene: Scene): Promise<readonly string[]> | readonly string[];
  /** What `-o name` writes, where the answer does not hold it. */
  name?(scene: Scene): string;
  /** What a person must agree to: what is done ("deleting"), and the name to type. */
  readonly agreement?: { readonly act: string; readonly name: (scene: Scene) => string };
  /** More to know before agreeing, which may cost a call. */
  detail?(scene: Scene): Promise<string>;
  /** Does it, waits until it is so, and says so: "broker-1 is back and in sync". Having it gives the command `--wait`. */
  wait?(scene: Scene, waiting: Waiting): Promise<string>;
}

/** How a wait is told and limited. */
export interface Waiting {
  readonly within?: number;
  /** One attempt. */
  readonly timeout?: number;
  readonly onProgress: (words: string) => void;
}
