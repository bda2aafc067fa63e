import { isReeveError, ReeveError } from "@reeve/contract";
import { TimeoutError } from "ky";
import type { Call } from "./call.ts";
import { classify } from "./classify.ts";
import { redactedHeaders, responseEvent } from "./events.ts";
import { MAX_BODY_BYTES } from "./limits.ts";
import { wasNotSent } from "./network-failure.ts";

/** An attempt in progress. */
export interface Attempt {
  readonly begun: number;
  /** Whether the timeout of the whole call ends this attempt. */
  readonly isLast: boolean;
}

const ANSWERED = new globalThis.Response(null);
const REFUSED = new globalThis.Response(null, { status: 401 });

/**
 * Sends a request once and reads the answer, as the `fetch` of ky, so that ky's timeout includes the body. Throws the failures that ky may
 * retry. Of an answer, ky gets the status only: it looks for 401.
 */
export async function attempt(call: Call, request: Request): Promise<globalThis.Response> {
  const { base, exchange } = call;
  const { observe, maxBodyBytes = MAX_BODY_BYTES } = base.options;
  const { body } = exchange.request;
  const current: Attempt = { begun: performance.now(), isLast: remaining(call) <= call.attemptLimit };
  call.attempts++;
  call.attempt = current;
  call.headers = undefined;
  call.notify({ kind: "request", headers: redactedHeaders(Object.fromEntries(request.headers)) });
  const sender = await base.open();
  call.sender = sender;
  const outgoing = { effect: exchange.effect, body: body && JSON.stringify(body), maxBodyBytes };
  const received = await sender.send(request, outgoing);
  // The attempt has ended meanwhile, so its answer does not count.
  if (request.signal.aborted || call.attempt !== current) throw new Error("the answer is late");
  call.attempt = undefined;
  call.headers = received.headers;
  const outcome = classify(call, received);
  const error = "error" in outcome ? outcome.error : undefined;
  const refusedLogin = "answer" in outcome && base.isLogin && received.status > 299 ? outcome.answer : undefined;
  call.mayHaveBeenDone = error !== undefined && mayHaveBeenDone(received.status);
  if (observe) {
    const milliseconds = performance.now() - current.begun;
    call.notify(responseEvent(received, milliseconds, call.secrets, error?.context.excerpt ?? refusedLogin?.excerpt()));
  }
  if ("answer" in outcome) call.answer = outcome.answer;
  else if (received.status !== 401) throw outcome.error;
  else call.refusal = outcome.error;
  return error ? REFUSED : ANSWERED;
}

/** The error of an attempt that threw. The first call for an attempt also records that the attempt is over. */
export function failed(call: Call, thrown: unknown): ReeveError {
  if (call.failure && call.failure.thrown === thrown) return call.failure.error;
  const error = worded(call, thrown);
  call.failure = { thrown, error };
  const { attempt } = call;
  if (!attempt) return error;
  call.attempt = undefined;
  call.mayHaveBeenDone = error.code !== "bad-input" && !wasNotSent(error);
  const { code, message } = error;
  call.notify({ kind: "failure", code, message, milliseconds: performance.now() - attempt.begun });
  return error;
}

function worded(call: Call, thrown: unknown): ReeveError {
  const { controller, attempt, attemptLimit, totalLimit, sender } = call;
  if (controller.signal.aborted) return controller.signal.reason;
  if (isReeveError(thrown)) return thrown;
  if (thrown instanceof TimeoutError) {
    const sentence =
      attempt && !attempt.isLast && remaining(call) > 0
        ? `no answer within ${seconds(attemptLimit)}`
        : `no answer within ${seconds(totalLimit)}, all attempts together`;
    return new ReeveError("timed-out", sentence);
  }
  return sender?.failureOf(thrown) ?? new ReeveError("unreachable", "the request could not be sent");
}

/** How many milliseconds are left until the timeout of the whole call. */
export function remaining({ begun, totalLimit }: Call): number {
  return totalLimit - (performance.now() - begun);
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

/**
 * Whether a change may have been made despite this status. A refusal (4xx), a redirect or 501 shows that it was not made. But 408 may come
 * from a gateway that did not wait for the server, and any other failure may have happened after the change.
 */
function mayHaveBeenDone(status: number): boolean {
  if (status === 408) return true;
  return !(status === 0 || (status >= 300 && status < 500) || status === 501);
}
