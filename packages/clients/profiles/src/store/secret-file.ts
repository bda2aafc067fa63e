import { decode, keyed, object, ReeveError, type Schema, secret } from "@reeve/contract";
import * as v from "valibot";
import { checkVersion, readPrivateFile } from "../files/json-file.ts";
import { writeJsonFile } from "../files/write-file.ts";

const VERSION = 1;

/** A secret of a profile, which is stored so that only its owner can read it. */
export type BareSecret = { readonly token: string } | { readonly password: string };

/** A secret and the only address to which it may be sent. */
export type Secret = { readonly url: string } & BareSecret;

/** Secrets by the names of their profiles. */
interface SecretFile {
  readonly version: number;
  readonly secrets: Readonly<Record<string, Secret>>;
}

const Secret: Schema<Secret> = v.union([
  object({ url: v.string(), token: secret("a token") }),
  object({ url: v.string(), password: secret("a password") }),
]);

const SecretFile: Schema<SecretFile> = object({ version: v.number(), secrets: keyed(v.string(), Secret) });

/** Reads the secrets; a missing file contains none. */
export function readSecretFile(path: string, platform: string): SecretFile {
  const value = readPrivateFile(path, platform);
  if (value === undefined) return { version: VERSION, secrets: {} };
  checkVersion(path, value, VERSION);
  const decoded = decode(SecretFile, value);
  if (decoded.ok) return decoded.value;
  // The exact mistake is not described, because the description could quote a secret.
  throw new ReeveError("bad-input", `${path} is not valid: move it away, and log in again`);
}

/** Writes the secret file. */
export function writeSecretFile(path: string, file: SecretFile): void {
  writeJsonFile(path, { ...file, version: VERSION });
}
