import { isReeveError, ReeveError } from "@reeve/contract";
import type { Received } from "./attempt.ts";
import { codeOfStatus, pageInstead, sentenceOfStatus } from "./failure.ts";
import type { Exchange, Response } from "./options.ts";
import { isPage, parseBody } from "./read-body.ts";
import { excerptOf, redact } from "./redact.ts";

/** What an attempt has come to: an answer, or an error with what a retry needs to know. */
export type Outcome =
  | { readonly answer: Response }
  | { readonly error: ReeveError; readonly status?: number; readonly retryAfter: string | null };

/** What was asked, as far as it decides what an answer is. */
interface Asked {
  readonly exchange: Exchange;
  readonly requestId: string;
  readonly attempts: number;
  readonly secrets: ReadonlySet<string>;
}

/** Whether what came is an answer to what was asked, and if not, what it is. */
export function judge(asked: Asked, { status, headers, text }: Received): Outcome {
  const { exchange, requestId, attempts, secrets } = asked;
  const type = headers.get("content-type") ?? "";
  const media = exchange.media ?? "application/json";
  const success = status >= 200 && status < 300;
  const fail = (error: ReeveError): Outcome => {
    const excerpt = excerptOf(text, secrets);
    const context = { ...error.context, status, ...(excerpt !== "" && { excerpt }) };
    const retryAfter = headers.get("retry-after");
    return { error: new ReeveError(error.code, redact(error.message, secrets), context), status, retryAfter };
  };
  let body: unknown;
  try {
    body = parseBody(text, type, media);
  } catch (thrown) {
    if (success && isReeveError(thrown)) return fail(thrown);
    body = text;
  }
  const page = typeof body === "string" && isPage(body, type);
  if (success && page) return fail(pageInstead());
  if (success || (status >= 400 && exchange.accepts?.({ status, body }))) {
    return { answer: { status, headers, text, body, requestId, attempts } };
  }
  return fail(
    new ReeveError(
      codeOfStatus(status),
      sentenceOfStatus(status, body, page, headers, (words) => redact(words, secrets)),
    ),
  );
}
