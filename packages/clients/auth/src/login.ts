import { isRecord, ReeveError } from "@reeve/contract";
import type { LoginAnswer, LoginContext, Token } from "./credentials.ts";
import { expiryOf } from "./expiry.ts";
import { checkToken } from "./token.ts";

/** The path to which logins are sent. */
export const LOGIN_PATH = "/acs/api/v1/auth/login";

/** Logs in with a uid and a password, or with a uid and a signed login token, and returns the token from the answer. */
export async function logIn(
  context: LoginContext,
  uid: string,
  proof: Readonly<Record<string, string>>,
): Promise<Token> {
  const answer = await context.post(LOGIN_PATH, { uid, ...proof });
  return tokenOf(answer, uid, context.now());
}

/** The token in a login's answer. Throws `unauthenticated` if the login was refused. */
export async function tokenOf({ status, body, serverTime }: LoginAnswer, uid: string, now: number): Promise<Token> {
  if (status === 401 || status === 403 || status === 400) {
    throw new ReeveError(
      "unauthenticated",
      `the login of ${JSON.stringify(uid)} was refused${errorDetail(body)}: check its uid and its key or password`,
      { status },
    );
  }
  if (status === 404 || (status >= 300 && status < 400)) {
    throw new ReeveError(
      "not-found",
      `there is no login at ${LOGIN_PATH} (${status}): is this the address of a cluster that has logins?`,
      { status },
    );
  }
  if (status < 200 || status > 299)
    throw new ReeveError("server-failure", `the server answered the login with ${status}${errorDetail(body)}`, {
      status,
    });
  if (!isRecord(body) || typeof body.token !== "string") {
    throw new ReeveError(
      "unexpected-response",
      "the server's answer to the login has no token: is this the address of a cluster?",
      { status },
    );
  }
  const value = checkToken(body.token, "the answer to the login");
  return { value, ...(await expiryOf(value, now, serverTime)) };
}

/** The title and the description from the body of a refused login, if the server sent them. */
function errorDetail(body: unknown): string {
  if (!isRecord(body)) return "";
  const words = [body.title, body.description].filter((each) => typeof each === "string" && each !== "");
  return words.length === 0 ? "" : ` (${words.join(": ").slice(0, 200)})`;
}
