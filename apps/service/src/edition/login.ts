import { setTimeout as sleep } from "node:timers/promises";
import { isRecord, ReeveError } from "@reeve/contract";
import { json } from "../http/answer.ts";
import { clientOf } from "../http/client-of.ts";
import { readJson, requireJson } from "../http/content.ts";
import { isLoopback } from "../http/host.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import { refusal } from "../http/problem.ts";
import { type Account, hasPassword, type LoginProof } from "./accounts.ts";
import type { Failures } from "./failures.ts";
import { type LoginToken, readLoginToken, type ServicePlace } from "./login-token.ts";

/** The accounts, what their logins lead to, and the protection against guessed secrets. */
export interface LoginParts {
  readonly now: () => number;
  readonly failures: Failures;
  /** Called for every login, for the audit log. */
  record(uid: string, result: "logged in" | "refused", client: string | undefined): void;
  account(uid: string): Account | undefined;
  /** Uses up a login token with a valid signature. Returns a sentence if it must not be used. */
  use(token: LoginToken, place: ServicePlace): string | undefined;
  /** Makes the token that a login returns. */
  sign(uid: string): Promise<string>;
}

/** Takes `{uid, token}` or `{uid, password}`. Unless a token has a valid signature, a refusal does not say what was wrong. */
export function createLogin(parts: LoginParts): (request: HttpRequest, place: ServicePlace) => Promise<HttpAnswer> {
  const loggedIn = async (uid: string, client: string | undefined) => {
    parts.record(uid, "logged in", client);
    return json({ token: await parts.sign(uid) });
  };

  return async (request, place) => {
    // Other media types are refused before they count as failed logins.
    requireJson(request);
    const { uid, proof } = readLogin(await readJson(request));
    const { client } = request;
    const account = parts.account(uid);
    // Earlier failures do not delay a login with a valid signature, because signatures cannot be guessed.
    const signed = "token" in proof ? await readLoginToken(account, proof.token, parts.now()) : undefined;
    if (signed) {
      const reason = parts.use(signed, place);
      if (reason === undefined) return loggedIn(uid, client);
      parts.record(uid, "refused", client);
      return json({ ...refused, description: reason }, 401);
    }
    const attempt = parts.failures.attempt(uid, addressOf(client));
    if (!attempt) throw refusal(429, "unauthenticated", "Too many failed logins; try again in 15 s.", { "retry-after": "15" });
    try {
      if (attempt.wait > 0) await wait(attempt.wait, request.signal());
      if ("password" in proof && hasPassword(account, proof.password)) {
        attempt.succeeded();
        return await loggedIn(uid, client);
      }
    } finally {
      attempt.over();
    }
    parts.record(uid, "refused", client);
    return json(refused, 401);
  };
}

/** All addresses of this machine count as one, and so do all addresses of an IPv6 network. */
function addressOf(client: string | undefined): string {
  if (client === undefined) return "this process";
  const address = clientOf(client);
  return isLoopback(address) || client === "::1" ? "loopback" : address;
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new ReeveError("cancelled", "the client has disconnected");
  });
}

/** The answer to a refused login, in the format of the cluster scheduler. */
const refused = {
  title: "Invalid credentials",
  description: "The service account is unknown, or its token or password is wrong.",
  code: "ERR_INVALID_CREDENTIALS",
};

function readLogin(body: unknown): { readonly uid: string; readonly proof: LoginProof } {
  if (isRecord(body) && typeof body.uid === "string" && body.uid.length <= 200) {
    const { uid, token, password } = body;
    if (typeof token === "string" && password === undefined) return { uid, proof: { token } };
    if (typeof password === "string" && token === undefined) return { uid, proof: { password } };
  }
  throw new ReeveError("bad-input", "expected {uid, token} or {uid, password}, with text values");
}
