import { beforeCutSecret, redact } from "@reeve/auth";
import { isReeveError, ReeveError } from "@reeve/contract";
import { mayHoldMessage, parseBody } from "./body.ts";
import { excerptOf } from "./excerpt.ts";
import { codeOfFailure, sentenceOfStatus } from "./failure.ts";
import { certificateWanted } from "./network-failure.ts";
import type { Exchange, Response } from "./options.ts";
import type { ReceivedAnswer } from "./sender.ts";

/** The result of an attempt: a response, or an error. */
export type Outcome = { readonly answer: Response } | { readonly error: ReeveError };

/** The parts of a call that decide how a response is classified. */
interface Asked {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly attempts: number;
  readonly secrets: ReadonlySet<string>;
}

/** Decides whether a response is the expected one, or which error it means. The status is checked first, then the body. */
export function classify(asked: Asked, received: ReceivedAnswer): Outcome {
  const { exchange, requestId, attempts, secrets } = asked;
  const { status, headers, text, flaw } = received;
  const success = status >= 200 && status < 300;
  const type = headers.get("content-type") ?? "";
  const read = flaw ? { error: flaw } : readBody(text, type, exchange);
  if ("body" in read && (success || (status >= 400 && exchange.accepts?.({ status, body: read.body })))) {
    const excerpt = () => excerptOf(text, secrets);
    const clean = (words: string) => redact(words, secrets);
    return { answer: { status, headers, text, body: read.body, requestId, attempts, excerpt, clean } };
  }
  const known = flaw ? beforeCutSecret(text, secrets) : text;
  const excerpt = excerptOf(known, secrets);
  const context = { status, ...(excerpt !== "" && { excerpt }) };
  if (success && "error" in read) {
    const { code, message, cause } = read.error;
    return { error: new ReeveError(code, redact(message, secrets), context, { cause }) };
  }
  if (status === 400 && CERTIFICATE_WANTED.test(known)) {
    return { error: new ReeveError("unauthenticated", `${certificateWanted("the server", false)} (400)`, context) };
  }
  const words = "body" in read ? read.body : mayHoldMessage(known, type) ? known : undefined;
  const sentence = sentenceOfStatus(status, words, headers, (text) => redact(text, secrets));
  const whole = flaw ? `${sentence}; ${flaw.message}` : sentence;
  return { error: new ReeveError(codeOfFailure(status, words), redact(whole, secrets), context) };
}

/** Matches the page that nginx sends to a client without a certificate. */
const CERTIFICATE_WANTED = /no required ssl certificate was sent/i;

function readBody(
  text: string,
  type: string,
  { media = "application/json" }: Exchange,
): { readonly body: unknown } | { readonly error: ReeveError } {
  try {
    return { body: parseBody(text, type, media) };
  } catch (thrown) {
    if (isReeveError(thrown)) return { error: thrown };
    throw thrown;
  }
}
