import { createPublicKey } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import { readNamedFile } from "../state/read.ts";
import { digestOf, type SecretDigest, sameDigest } from "./token-signer.ts";

/** A public key. What is published names no types of Node, so that every program can compile against it. */
interface PublicKey {
  readonly type: string;
  export(form: { readonly type: "spki"; readonly format: "der" }): Uint8Array;
}

/** An account whose public key and password have been read from their files. Of the password, only the digest is kept. */
export interface Account {
  readonly uid: string;
  readonly publicKey?: PublicKey;
  readonly password?: SecretDigest;
}

/** The token or password that a login sends. */
export type LoginProof = { readonly token: string } | { readonly password: string };

/** Reads the keys and passwords of accounts. Throws `bad-input` if a key or a password cannot be used. */
export function readAccounts(definitions: readonly AccountDefinition[]): ReadonlyMap<string, Account> {
  return new Map(definitions.map((definition) => [definition.uid, readAccount(definition)]));
}

/** Whether the password is that of the account. */
export function hasPassword(account: Account | undefined, password: string): boolean {
  // Compares the password even if the account is unknown, so that the time does not reveal which accounts exist.
  return sameDigest(account?.password ?? NO_PASSWORD, digestOf(password)) && account?.password !== undefined;
}

const NO_PASSWORD = digestOf(crypto.randomUUID());

function readAccount({ uid, publicKeyFile, passwordFile }: AccountDefinition): Account {
  return {
    uid,
    ...(publicKeyFile !== undefined && { publicKey: readPublicKey(publicKeyFile) }),
    ...(passwordFile !== undefined && { password: digestOf(readPassword(passwordFile)) }),
  };
}

function readPublicKey(path: string): PublicKey {
  const text = readNamedFile("publicKeyFile", path);
  if (text.includes("PRIVATE KEY"))
    throw new ReeveError("bad-input", `publicKeyFile: ${path} holds a private key; give the public key only`);
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === "rsa") return key;
  } catch {
    // A text that is not a key is reported by the error below.
  }
  throw new ReeveError("bad-input", `publicKeyFile: ${path} is not an RSA public key in PEM`);
}

/** Reads the password in the first line of a file. */
export function readPassword(path: string): string {
  const [password = ""] = readNamedFile("passwordFile", path).split("\n");
  if (password.trim() === "") throw new ReeveError("bad-input", `passwordFile: ${path} is empty`);
  return password.trim();
}

/** Which logins of service accounts are accepted. */
export interface LoginsDefinition {
  /** Further addresses of the service, such as that of a proxy, for which login tokens may be made. */
  readonly audiences: readonly string[];
  /** Whether a login token needs an audience, a time and an id. */
  readonly strict: boolean;
}

/** A service account in a definition, with a public key, a password, or both. */
export interface AccountDefinition {
  readonly uid: string;
  readonly publicKeyFile?: string;
  /** A file with the password in its first line. */
  readonly passwordFile?: string;
}
