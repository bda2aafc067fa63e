import type { HttpAnswer, HttpRequest } from "../http/message.ts";

/** The requester, as the audit log names them. */
export interface Identity {
  readonly who: string;
}

/** How requesters are identified: by static tokens, or by logins. */
export interface Edition {
  readonly name: "open" | "enterprise";
  /** The owner of a token; undefined where it is unknown. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined>;
  /** Answers a login, in the edition that has them. */
  readonly login?: (request: HttpRequest) => Promise<HttpAnswer>;
  /** The public keys of its tokens, in the edition that signs them. */
  readonly keySet?: () => HttpAnswer;
  /** A token for the user that started the service. */
  token(): Promise<string>;
  /** The service account that was generated because the definition names none. */
  readonly serviceAccount?: LocalAccount;
}

/** A service account that was generated for this machine. */
export interface LocalAccount {
  readonly uid: string;
  /** PEM (PKCS#8). */
  readonly privateKey: string;
  /** The file of the key, where it is kept in one. */
  readonly keyFile?: string;
}

/** The token of an `Authorization: token=…` header; undefined where there is none. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const token = authorization?.startsWith("token=") ? authorization.slice("token=".length).trim() : "";
  return token === "" || token.length > MAX_LENGTH ? undefined : token;
}

/** A longer token cannot be valid. */
const MAX_LENGTH = 8192;
