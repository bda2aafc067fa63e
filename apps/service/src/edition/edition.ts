import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { AccountDefinition } from "./accounts.ts";
import type { ServicePlace } from "./login-token.ts";

/** The sender of a request, as the audit log shows it. */
export interface Requester {
  readonly who: string;
}

/** How requesters are identified: by static tokens, or by logins. */
export interface Edition {
  readonly name: "open" | "enterprise";
  /** The user to whom a token belongs; undefined if the token is unknown. */
  identify(token: string): Requester | undefined | Promise<Requester | undefined>;
  /** Answers a login; only in the enterprise edition. */
  readonly login?: (request: HttpRequest, place: ServicePlace) => Promise<HttpAnswer>;
  /** Revokes all tokens that logins of an account returned; only in the enterprise edition. */
  readonly logOut?: (uid: string) => void;
  /**
   * Reads the keys and passwords of other accounts, and returns a function that uses them instead of the present accounts. This function
   * returns the uids of the accounts whose tokens it revoked. Only in the enterprise edition.
   */
  readonly readAccounts?: (definitions: readonly AccountDefinition[]) => () => readonly string[];
  /** The public keys that verify the edition's tokens; only in the enterprise edition. */
  readonly keySet?: () => HttpAnswer;
  /** A token for the user who started the service. */
  token(): Promise<string>;
  /** The file that contains this token; absent in the enterprise edition, and if the service stores no files. */
  readonly tokenFile?: string;
  /** The service account that was generated because the definition names none. */
  readonly serviceAccount?: LocalAccount;
}

/** A service account that was generated for this machine. */
export interface LocalAccount {
  readonly uid: string;
  /** The private key as PEM (PKCS#8). */
  readonly privateKey: string;
  /** The file that stores the key, if any. */
  readonly keyFile?: string;
}

/** The token of an `Authorization: token=…` header; undefined without such a header. */
export function tokenOfHeader(authorization: string | undefined): string | undefined {
  const token = authorization?.startsWith("token=") ? authorization.slice("token=".length).trim() : "";
  return token === "" || token.length > MAX_LENGTH ? undefined : token;
}

const MAX_LENGTH = 8192;
