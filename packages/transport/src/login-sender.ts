import type { LoginSender } from "@reeve/auth";
import { sendOnce } from "./attempt.ts";
import { parseBody } from "./body.ts";
import { ATTEMPT_LIMIT, MAX_BODY_BYTES } from "./limits.ts";
import type { Line, Received } from "./line.ts";
import type { Clock, TransportOptions } from "./options.ts";
import { startPatience } from "./patience.ts";
import { redactAll } from "./redact.ts";

/** Sends logins with the trust of the transport that asks. A login is never retried, and nothing of it is told to anybody. */
export function createLoginSender(
  url: string,
  options: TransportOptions,
  clock: Clock,
  open: () => Promise<Line>,
): LoginSender {
  return {
    now: clock.now,
    post: async (path, body, signal) => {
      const { timeout: limit = ATTEMPT_LIMIT, maxBodyBytes = MAX_BODY_BYTES } = options;
      const patience = startPatience(limit, signal, "the login was not answered in time");
      const attempt = patience.wait();
      try {
        const headers = { accept: "application/json", "content-type": "application/json" };
        const request = { method: "POST", path, query: "", body } as const;
        const outgoing = { request, url: url + path, headers, maxBodyBytes, limit };
        const received = await sendOnce(open, outgoing, attempt);
        // A server may echo what it was sent; what is said of a refusal must not.
        const { uid: _, ...proof } = body;
        const serverTime = Date.parse(received.headers.get("date") ?? "");
        return {
          status: received.status,
          body: redactAll(understood(received), Object.values(proof)),
          ...(Number.isNaN(serverTime) ? {} : { serverTime }),
        };
      } finally {
        attempt.stop();
        patience.stop();
      }
    },
  };
}

/** What is no JSON is still a refusal, if its status says so. */
function understood({ status, text, headers, flaw }: Received): unknown {
  if (flaw && status >= 200 && status < 300) throw flaw;
  try {
    return parseBody(text, headers.get("content-type") ?? "", "application/json");
  } catch {
    return text;
  }
}
