import type { LoginSender } from "@reeve/auth";
import type { Adapter, ReceivedAnswer } from "./adapter.ts";
import { sendOnce } from "./attempt.ts";
import { parseBody } from "./body.ts";
import { startDeadline } from "./deadline.ts";
import { ATTEMPT_TIMEOUT, MAX_BODY_BYTES } from "./limits.ts";
import { notify, responseEvent } from "./notify.ts";
import type { Clock, TransportOptions } from "./options.ts";
import { excerptOf, redactAll } from "./redact.ts";

/** Sends logins with the TLS options of the transport. Logins are never retried, and no event contains their credentials. */
export function createLoginSender(
  url: string,
  options: TransportOptions,
  clock: Clock,
  open: () => Promise<Adapter>,
): LoginSender {
  return {
    now: clock.now,
    post: async (path, body, signal) => {
      const { timeout: limit = ATTEMPT_TIMEOUT, maxBodyBytes = MAX_BODY_BYTES } = options;
      const deadline = startDeadline(limit, signal, "the login was not answered in time");
      const attempt = deadline.wait();
      // Redacts the response, because a server may echo the credentials.
      const { uid: _, ...proof } = body;
      const secrets = Object.values(proof);
      const request = { method: "POST", path, query: "", body } as const;
      const call = {
        exchange: { request, effect: "change" },
        url: url + path,
        requestId: crypto.randomUUID(),
        attempts: 1,
      } as const;
      const begun = performance.now();
      try {
        const headers = { accept: "application/json", "content-type": "application/json" };
        notify(options.observe, call, { kind: "request", headers });
        const outgoing = { request, url: url + path, headers, maxBodyBytes, effect: "change" } as const;
        const received = await sendOnce(open, outgoing, attempt);
        // Only a successful response contains a token.
        const isRefusal = received.status < 200 || received.status > 299;
        const excerpt = isRefusal ? excerptOf(received.text, secrets) : "";
        notify(options.observe, call, responseEvent(received, performance.now() - begun, secrets, excerpt));
        const serverTime = Date.parse(received.headers.get("date") ?? "");
        return {
          status: received.status,
          body: redactAll(understood(received), secrets),
          ...(Number.isNaN(serverTime) ? {} : { serverTime }),
        };
      } finally {
        attempt.stop();
        deadline.stop();
      }
    },
  };
}

/**
 * Parses the body of a login's response: JSON becomes data, other text stays unchanged. The body of a refusal may be incomplete, because
 * its status alone is enough.
 */
function understood({ status, text, headers, flaw }: ReceivedAnswer): unknown {
  if (flaw && status >= 200 && status < 300) throw flaw;
  try {
    return parseBody(text, headers.get("content-type") ?? "", "application/json");
  } catch {
    return text;
  }
}
