import type { AnyApi, CanonicalOf } from "@reeve/contract";
import type { Instance, Kind } from "@reeve/orchestrator";
import type { HttpAnswer } from "../http/message.ts";

/** What a handler gets in addition to the input: the revision, and a signal that is aborted when the client disconnects. */
export interface Asked {
  readonly revision: string;
  signal(): AbortSignal;
  /** The timeout that the operation declares, in milliseconds; undefined if it declares none. */
  readonly timeout: number | undefined;
  /** Whether the client accepts fields that are not in the API documents, such as notes. */
  readonly takesNotes: boolean;
}

/** Answers one operation. Failures are thrown as errors with a code. */
export type Handler<K extends Kind, Input> = (
  instance: Instance<K>,
  input: Input,
  asked: Asked,
) => HttpAnswer | Promise<HttpAnswer>;

/** One handler for each operation of an API, under the operation's name. An operation without a handler does not compile. */
export type Handlers<Api extends AnyApi, K extends Kind> = {
  readonly [Noun in keyof Api["operations"]]: {
    readonly [Verb in keyof Api["operations"][Noun]]: Handler<K, CanonicalOf<Api["operations"][Noun][Verb]>>;
  };
};
