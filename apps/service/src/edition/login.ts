import { isRecord, ReeveError } from "@reeve/contract";
import { json } from "../http/answer.ts";
import { clientOf } from "../http/client-of.ts";
import { readJson } from "../http/content.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import { refusal } from "../http/problem.ts";
import type { Rate } from "../http/rate.ts";
import { type Account, type Proof, proves } from "./accounts.ts";
import type { TokenSigner } from "./token-signer.ts";

/** What logins are watched with. */
export interface LoginGuard {
  readonly now: () => number;
  /** Failed logins of a client. */
  readonly failures: Rate;
  /** Told of every login: the audit log. */
  tell(uid: string, result: "logged in" | "refused", client: string | undefined): void;
}

/** Takes `{uid, token}` or `{uid, password}` and gives a token. What is wrong is told to nobody: only that something is. */
export function createLogin(
  accounts: ReadonlyMap<string, Account>,
  signer: TokenSigner,
  guard: LoginGuard,
): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    const client = clientOf(request.client ?? "this process");
    // Counted as failed before it is tried, so that many at once are not more than one after another.
    const wait = guard.failures.take(client);
    if (wait > 0) {
      throw refusal(429, "unauthenticated", `Too many logins have failed; try again in ${wait} s.`, {
        "retry-after": String(wait),
      });
    }
    const { uid, proof } = readLogin(await readJson(request));
    if (await proves(accounts.get(uid), proof, guard.now())) {
      guard.failures.giveBack(client);
      guard.tell(uid, "logged in", request.client);
      return json({ token: await signer.sign(uid) });
    }
    guard.tell(uid, "refused", request.client);
    return json(refused, 401);
  };
}

/** In the form of the cluster scheduler's own. */
const refused = {
  title: "Invalid credentials",
  description: "The service account is not known here, or the proof that came with it is not its own.",
  code: "ERR_INVALID_CREDENTIALS",
};

function readLogin(body: unknown): { readonly uid: string; readonly proof: Proof } {
  if (isRecord(body) && typeof body.uid === "string" && body.uid.length <= 200) {
    const { uid, token, password } = body;
    if (typeof token === "string" && password === undefined) return { uid, proof: { token } };
    if (typeof password === "string" && token === undefined) return { uid, proof: { password } };
  }
  throw new ReeveError("bad-input", "expected {uid, token} or {uid, password}, each of them text");
}
