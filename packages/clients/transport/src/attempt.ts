import { isReeveError, ReeveError } from "@reeve/contract";
import { TimeoutError } from "ky";
import type { Call } from "./call.ts";
import { classify } from "./classify.ts";
import { notify, redactedHeaders, responseEvent } from "./events.ts";
import { wasNotSent } from "./network-failure.ts";

/** What ky gets for each answer: it only runs its hook `afterResponse`, which reads the outcome. */
const ANSWERED = new globalThis.Response(null);

/**
 * Sends a request once and reads the answer, as the `fetch` of ky, so that ky's timeout includes the body. Throws the failures that ky may
 * retry.
 */
export async function attempt(call: Call, request: Request): Promise<globalThis.Response> {
  const { base, exchange } = call;
  const { observe } = base.options;
  const begun = performance.now();
  call.attempts++;
  call.attemptBegun = begun;
  call.headers = undefined;
  if (observe) notify(call, { kind: "request", headers: redactedHeaders(request.headers) });
  call.sender = await base.open();
  const received = await call.sender.send(request, exchange.effect, call.body);
  // The attempt has ended meanwhile, so its answer does not count.
  if (request.signal.aborted || call.attemptBegun !== begun) throw new Error("the answer is late");
  call.attemptBegun = undefined;
  call.headers = received.headers;
  const outcome = classify(call, received);
  const isAnswer = !isReeveError(outcome);
  call.outcome = outcome;
  call.mayHaveBeenDone = !isAnswer && mayHaveBeenDone(received.status);
  if (observe) {
    const isRefusedLogin = base.isLogin && received.status > 299;
    const excerpt = !isAnswer ? outcome.context.excerpt : isRefusedLogin ? outcome.excerpt() : undefined;
    notify(call, responseEvent(received, performance.now() - begun, call.secrets, excerpt));
  }
  if (!isAnswer && received.status !== 401) throw outcome;
  return ANSWERED;
}

/** The error of an attempt that threw. The first call for an attempt also records that the attempt is over. */
export function failed(call: Call, thrown: unknown): ReeveError {
  const error = worded(call, thrown);
  const { attemptBegun } = call;
  if (attemptBegun === undefined) return error;
  call.attemptBegun = undefined;
  call.mayHaveBeenDone = error.code !== "bad-input" && !wasNotSent(error);
  notify(call, { kind: "failure", code: error.code, message: error.message, milliseconds: performance.now() - attemptBegun });
  return error;
}

function worded(call: Call, thrown: unknown): ReeveError {
  const { controller, begun, attemptBegun, attemptLimit, totalLimit, sender } = call;
  if (controller.signal.aborted) return controller.signal.reason;
  if (isReeveError(thrown)) return thrown;
  if (thrown instanceof TimeoutError) {
    const isOfAttempt = attemptBegun !== undefined && attemptBegun + attemptLimit < begun + totalLimit;
    const limit = isOfAttempt ? seconds(attemptLimit) : `${seconds(totalLimit)}, all attempts together`;
    return new ReeveError("timed-out", `no answer within ${limit}`);
  }
  return sender?.failureOf(thrown) ?? new ReeveError("unreachable", "the request could not be sent");
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

/**
 * Whether a change may have been made despite this status. A refusal (4xx), a redirect or 501 shows that it was not made. But 408 may come
 * from a gateway that did not wait for the server, and any other failure may have happened after the change.
 */
function mayHaveBeenDone(status: number): boolean {
  return status === 408 || (status !== 0 && status !== 501 && (status < 300 || status >= 500));
}
