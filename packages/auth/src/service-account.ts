import { ReeveError } from "@reeve/contract";
import type { Credentials, LoginContext } from "./credentials.ts";
import { LOGIN_PATH, tokenOf } from "./login.ts";
import { importPrivateKey, type PrivateKey } from "./private-key.ts";

/** A service account: its uid, and the RSA key whose public half the cluster knows. */
export interface ServiceAccountOptions {
  readonly uid: string;
  /** PEM text (PKCS#8 or PKCS#1) or a JWK. */
  readonly privateKey: PrivateKey;
}

/** A login token is used at once, so it need not live longer than this. */
const LOGIN_TOKEN_LIFETIME = 5 * 60_000;

/** Only a difference between the clocks of at least this much can explain a refused login. */
const MIN_SKEW = 30_000;

/**
 * Logs in as a service account, with an RS256 token that is signed for this login alone. If the server refuses it and its clock differs
 * from this machine's, the login is tried once more with the server's time.
 */
export function serviceAccount({ uid, privateKey }: ServiceAccountOptions): Credentials {
  let key: ReturnType<typeof importPrivateKey> | undefined;
  const attempt = async (context: LoginContext, time: number) => {
    key ??= importPrivateKey(privateKey);
    const { SignJWT } = await import("jose/jwt/sign");
    const exp = Math.floor((time + LOGIN_TOKEN_LIFETIME) / 1000);
    const signed = await new SignJWT({ uid, exp }).setProtectedHeader({ alg: "RS256", typ: "JWT" }).sign(await key);
    return context.post(LOGIN_PATH, { uid, token: signed });
  };
  return {
    about: `the login of ${uid}`,
    advice: "check its uid, and that the cluster knows the public half of its key",
    renewable: true,
    obtain: async (context) => {
      if (uid === "") throw new ReeveError("bad-input", "a service account needs its uid");
      const answer = await attempt(context, context.now());
      const { status, serverTime } = answer;
      const skewed = serverTime !== undefined && Math.abs(serverTime - context.now()) > MIN_SKEW;
      const last = status === 401 && skewed ? await attempt(context, serverTime) : answer;
      return tokenOf(last, uid, context.now());
    },
  };
}
