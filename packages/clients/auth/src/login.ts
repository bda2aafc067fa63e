import { type ErrorCode, isRecord, ReeveError } from "@reeve/contract";
import type { Credentials, LoginAnswer, LoginContext, Token } from "./credentials.ts";
import { importPrivateKey, type PrivateKey } from "./private-key.ts";
import { checkToken, expiryOf } from "./token.ts";

/** The path to which logins are sent. */
const LOGIN_PATH = "/acs/api/v1/auth/login";

/** The token in a login's answer. Throws `unauthenticated` if the login was refused. */
async function tokenOf({ status, body, serverTime }: LoginAnswer, uid: string, now: number): Promise<Token> {
  const failure = (code: ErrorCode, sentence: string) => new ReeveError(code, sentence, { status });
  if (status === 401 || status === 403 || status === 400) {
    const who = JSON.stringify(uid);
    throw failure("unauthenticated", `the login of ${who} was refused${errorDetail(body)}: check its uid and its key or password`);
  }
  if (status === 404 || (status >= 300 && status < 400)) {
    throw failure("not-found", `there is no login at ${LOGIN_PATH} (${status}): is this the address of a cluster that has logins?`);
  }
  if (status < 200 || status > 299) throw failure("server-failure", `the server answered the login with ${status}${errorDetail(body)}`);
  if (!isRecord(body) || typeof body.token !== "string") {
    throw failure("unexpected-response", "the server's answer to the login has no token: is this the address of a cluster?");
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

/** A user with a password. */
export interface PasswordOptions {
  readonly uid: string;
  readonly password: string;
}

/** Logs in with a uid and a password. The token is renewed before it expires, and once if the server refuses it. */
export function password({ uid, password }: PasswordOptions): Credentials {
  return {
    about: `the login of ${uid}`,
    advice: "check its uid and password",
    renewable: true,
    obtain: async ({ post, now }) => tokenOf(await post(LOGIN_PATH, { uid, password }), uid, now()),
  };
}

/** A service account: its uid, and its private RSA key, whose public key the cluster knows. */
export interface ServiceAccountOptions {
  readonly uid: string;
  /** The private key, as PEM text (PKCS#8 or PKCS#1) or as a JWK. */
  readonly privateKey: PrivateKey;
}

/** The lifetime of a login token in milliseconds. The token is used at once, so a short time is enough. */
const LOGIN_TOKEN_LIFETIME = 5 * 60_000;

/** The smallest difference between the two clocks, in milliseconds, that can explain a refused login. */
const MIN_SKEW = 30_000;

/**
 * Logs in as a service account with an RS256 token that is signed for this login at this cluster only. If the server refuses the token and
 * the server's clock differs from this machine's, the login is repeated once with a token that is signed for the server's time.
 */
export function serviceAccount({ uid, privateKey }: ServiceAccountOptions): Credentials {
  let key: ReturnType<typeof importPrivateKey> | undefined;
  const attempt = async (context: LoginContext, time: number) => {
    key ??= importPrivateKey(privateKey);
    // Both promises are awaited together. Otherwise a key that is refused while the library still loads would be an unhandled rejection,
    // which ends a Node process.
    const [{ SignJWT }, imported] = await Promise.all([import("jose/jwt/sign"), key]);
    const exp = Math.floor((time + LOGIN_TOKEN_LIFETIME) / 1000);
    // The audience keeps a server that receives the login from using it at another cluster, and the id lets the cluster accept it once.
    const claims = { uid, aud: context.origin, iat: Math.floor(time / 1000), jti: crypto.randomUUID(), exp };
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT" }).sign(imported);
    return context.post(LOGIN_PATH, { uid, token: signed });
  };
  return {
    about: `the login of ${uid}`,
    advice: "check its uid, and that the cluster knows the public key of this account",
    renewable: true,
    obtain: async (context) => {
      if (uid === "") throw new ReeveError("bad-input", "the uid of the service account is missing");
      const answer = await attempt(context, context.now());
      const { status, serverTime } = answer;
      const skewed = serverTime !== undefined && Math.abs(serverTime - context.now()) > MIN_SKEW;
      const last = status === 401 && skewed ? await attempt(context, serverTime) : answer;
      return tokenOf(last, uid, context.now());
    },
  };
}
