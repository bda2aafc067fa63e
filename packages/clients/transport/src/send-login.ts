import type { LoginAnswer } from "@reeve/auth";
import { redactAll } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import ky, { TimeoutError } from "ky";
import { parseBody } from "./body.ts";
import type { Base } from "./call.ts";
import { cancellationError } from "./cancellation.ts";
import { excerptOf } from "./excerpt.ts";
import { ATTEMPT_TIMEOUT, MAX_BODY_BYTES } from "./limits.ts";
import { notify, responseEvent } from "./notify.ts";
import type { ReceivedAnswer, Sender } from "./sender.ts";

/** Sends a login with the TLS options of the transport. Logins are never retried, and no event contains their credentials. */
export async function sendLogin(
  { url, options, open }: Base,
  path: string,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<LoginAnswer> {
  const { timeout = ATTEMPT_TIMEOUT, maxBodyBytes = MAX_BODY_BYTES, observe } = options;
  // The answer is redacted, because a server may echo the credentials.
  const { uid: _, ...proof } = body;
  const secrets = Object.values(proof);
  const request = { method: "POST", path, query: "", body } as const;
  const exchange = { request, effect: "change" } as const;
  const call = { exchange, url: url + path, requestId: crypto.randomUUID(), attempts: 1 };
  const headers = { accept: "application/json", "content-type": "application/json" };
  const begun = performance.now();
  notify(observe, call, { kind: "request", headers });
  const text = JSON.stringify(body);
  let sender: Sender | undefined;
  let received: ReceivedAnswer | undefined;
  await ky(call.url, {
    method: "POST",
    headers,
    body: text,
    signal,
    timeout,
    retry: 0,
    redirect: "manual",
    credentials: "omit",
    fetch: async (sent) => {
      sender = await open();
      received = await sender.send(sent as Request, { effect: "change", body: text, maxBodyBytes });
      return new globalThis.Response(null);
    },
    hooks: {
      beforeError: [
        ({ error }) => {
          if (signal.aborted) return cancellationError(signal);
          if (error instanceof TimeoutError) return new ReeveError("timed-out", "the login was not answered in time");
          return sender?.failureOf(error) ?? error;
        },
      ],
    },
  });
  if (!received) throw new Error("ky returned without an answer");
  // Only a successful answer contains a token.
  const isRefusal = received.status < 200 || received.status > 299;
  const excerpt = isRefusal ? excerptOf(received.text, secrets) : "";
  notify(observe, call, responseEvent(received, performance.now() - begun, secrets, excerpt));
  const serverTime = Date.parse(received.headers.get("date") ?? "");
  return {
    status: received.status,
    body: redactAll(understood(received), secrets),
    ...(Number.isNaN(serverTime) ? {} : { serverTime }),
  };
}

/**
 * Parses the body of a login's answer: JSON becomes data, other text stays unchanged. The body of a refusal may be incomplete, because its
 * status alone is enough.
 */
function understood({ status, text, headers, flaw }: ReceivedAnswer): unknown {
  if (flaw && status >= 200 && status < 300) throw flaw;
  try {
    return parseBody(text, headers.get("content-type") ?? "", "application/json");
  } catch {
    return text;
  }
}
