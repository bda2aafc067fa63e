import type { HttpAnswer, HttpRequest } from "../http/message.ts";

/** Who asks, as the audit log names him. */
export interface Identity {
  readonly who: string;
}

/** How the service knows who asks: by static tokens, or by logins. */
export interface Edition {
  readonly name: "open" | "enterprise";
  /** Whose token it is; undefined where it is nobody's. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined>;
  /** Takes a login, where there are any. */
  readonly login?: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The public keys that tokens are signed with, where they are. */
  readonly keySet?: () => HttpAnswer;
  /** A token for whoever has started the service. */
  token(): Promise<string>;
  /** The service account that was made because none was named. */
  readonly serviceAccount?: LocalAccount;
}

/** A service account of this machine's own. */
export interface LocalAccount {
  readonly uid: string;
  /** PEM (PKCS#8). */
  readonly privateKey: string;
  /** Where it is kept, where it is. */
  readonly keyFile?: string;
}

/** The token of an `Authorization: token=…` header; undefined where there is none. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const token = authorization?.startsWith("token=") ? authorization.slice("token=".length).trim() : "";
  return token === "" || token.length > MOST ? undefined : token;
}

/** Longer ones are nobody's. */
const MOST = 8192;
