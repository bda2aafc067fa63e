import { type Clock, pause } from "@reeve/orchestrator";
import type { HttpRequest, Stream } from "../http/message.ts";
import { type Edition, tokenOfHeader } from "./edition.ts";

/** Milliseconds between two checks of the token of an open stream. */
const EVERY = 15_000;

/**
 * Ends a stream when the token of its request is no longer valid. A stream may be open for days, and meanwhile its token can expire or be
 * removed from the token file. The token is therefore checked repeatedly, not only at the beginning.
 */
export function followToken(edition: Pick<Edition, "identify">, request: Pick<HttpRequest, "header">, clock: Clock, ending: AbortSignal) {
  const refused = new AbortController();
  const signal = AbortSignal.any([ending, refused.signal]);
  // A request of the console has a token only as long as its session.
  const isValid = async () => {
    const token = tokenOfHeader(request.header("authorization"));
    return token !== undefined && (await edition.identify(token)) !== undefined;
  };
  const begin = (): AbortController => {
    const over = new AbortController();
    const stop = AbortSignal.any([signal, over.signal]);
    const check = async () => {
      while (!stop.aborted) {
        await pause(clock, EVERY, stop);
        if (!stop.aborted && !(await isValid())) refused.abort();
      }
    };
    void check();
    return over;
  };
  return {
    /** Aborted together with the given signal, and when the token is no longer valid. */
    signal,
    /** Returns a stream with the same content; while it is open, the token is checked. */
    during: (stream: Stream): Stream => {
      if (typeof stream !== "function") return pieces(stream, begin);
      return async (to) => {
        const checks = begin();
        await stream(to).finally(() => checks.abort());
      };
    },
  };
}

async function* pieces(stream: AsyncIterable<Uint8Array>, begin: () => AbortController) {
  const checks = begin();
  try {
    yield* stream;
  } finally {
    checks.abort();
  }
}
