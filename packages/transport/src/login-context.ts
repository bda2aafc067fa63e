import type { LoginContext } from "@reeve/auth";
import { type Line, type Received, sendOnce } from "./attempt.ts";
import { ATTEMPT_LIMIT, MAX_BODY_BYTES } from "./limits.ts";
import type { Clock, TransportOptions } from "./options.ts";
import { startPatience } from "./patience.ts";
import { parseBody } from "./read-body.ts";
import { redactAll } from "./redact.ts";

const LATE = "the login was not answered in time";

/** Sends logins with the trust of the transport that asks. A login is never retried, and nothing of it is told to anybody. */
export function createLoginContext(
  url: string,
  options: TransportOptions,
  clock: Clock,
  open: () => Promise<Line>,
): LoginContext {
  return {
    now: clock.now,
    post: async (path, body) => {
      const limit = options.timeout ?? ATTEMPT_LIMIT;
      const patience = startPatience(limit, undefined, LATE);
      const attempt = patience.attempt(limit, LATE);
      try {
        const headers = { accept: "application/json", "content-type": "application/json" };
        const request = { method: "POST", path, query: "", body } as const;
        const outgoing = { url: url + path, headers, maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES };
        const received = await sendOnce(await open(), request, outgoing, attempt);
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
function understood({ text, headers }: Received): unknown {
  try {
    return parseBody(text, headers.get("content-type") ?? "", "application/json");
  } catch {
    return text;
  }
}
