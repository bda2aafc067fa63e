import type { AnyApi, CanonicalOf } from "@reeve/contract";
import type { Instance, Kind } from "@reeve/orchestrator";
import type { HttpAnswer } from "../http/message.ts";

/** What a handler knows besides the input: which revision is spoken, and whether anybody still waits. */
export interface Asked {
  readonly revision: string;
  signal(): AbortSignal;
  /** Milliseconds that the operation may take, where it says so itself. */
  readonly patience: number | undefined;
}

/** Answers one operation. Failures are thrown as errors with a code. */
export type Handler<K extends Kind, Input> = (
  instance: Instance<K>,
  input: Input,
  asked: Asked,
) => HttpAnswer | Promise<HttpAnswer>;

/** One handler for each operation of an API, under the operation's own name: one that is missing does not compile. */
export type Handlers<Given extends AnyApi, K extends Kind> = {
  readonly [Noun in keyof Given["operations"]]: {
    readonly [Verb in keyof Given["operations"][Noun]]: Handler<K, CanonicalOf<Given["operations"][Noun][Verb]>>;
  };
};
