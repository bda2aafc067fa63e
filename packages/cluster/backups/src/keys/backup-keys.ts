import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { isRecord, ReeveError } from "@reeve/contract";
import type { BackupKeysAdministration } from "@reeve/orchestrator/engine";

/** A public key with which another service signs its backups. */
interface TrustedKey {
  readonly name: string;
  /** The 32 bytes of an Ed25519 key, as hexadecimal digits, so that it can be an argument of a command. */
  readonly key: string;
  /** When the key was imported (ISO 8601, UTC). */
  readonly imported_at: string;
}

/** A signature, with the public key that belongs to it. */
export interface Signature {
  readonly key: string;
  readonly value: string;
}

/**
 * What a signature proves. `own` and `trusted`: this service, or a service whose key was imported, has signed the content. `unknown`: the
 * key is unknown. `none`: there is no signature. `invalid`: the content was changed after it had been signed.
 */
export type Origin = "own" | "trusted" | "unknown" | "none" | "invalid";

/** The keys with which backups are signed and verified. All databases of a service share them. */
export interface BackupKeys {
  /** Returns the public key of this service, which is created when it is first needed. */
  own(): string;
  trusted(): readonly TrustedKey[];
  trust(key: TrustedKey): void;
  distrust(name: string): void;
  sign(content: string): Signature;
  /** Returns what a signature proves about content. */
  originOf(content: string, signature: Signature | undefined): Origin;
  /** Records that this service has written a backup at a place, so that an older one in its place is noticed. */
  wrote(place: string, created: string): void;
  /** Returns when the last backup was created that this service has written at a place. */
  lastWritten(place: string): string | undefined;
}

/** Where keys are kept: private files of the state folder. */
export interface KeyFiles {
  read(name: string): string | undefined;
  /** Replaces the content atomically. */
  write(name: string, content: string): void;
}

/** The file with the private key, which never leaves the state folder. */
const PRIVATE = "backup-signing-key.pem";

/** The file with the imported public keys. */
const TRUSTED = "trusted-backup-keys.json";

/** The file with the times of the backups that this service has written, and the largest number of them. */
const WRITTEN = "written-backups.json";
const MAX_WRITTEN = 10_000;

/** Opens the keys: Ed25519 and no MAC, so that other services verify but cannot forge. Without `files`, only in memory. */
export function backupKeys(files: KeyFiles = keyFilesInMemory()): BackupKeys {
  let opened: KeyObject | undefined;
  const privateKey = () => {
    opened ??= openPrivateKey(files);
    return opened;
  };
  let written: Map<string, string> | undefined;
  const times = () => {
    written ??= readWritten(files);
    return written;
  };
  const own = () => publicKeyOf(privateKey());
  const trusted = () => readTrusted(files);
  const keep = (keys: readonly TrustedKey[]) => files.write(TRUSTED, `${JSON.stringify(keys, undefined, 2)}\n`);

  return {
    own,
    trusted,
    trust(added) {
      const known = trusted();
      const same = known.find(({ key }) => key === added.key);
      const other = known.find(({ name }) => name === added.name);
      if (added.key === own()) throw new ReeveError("conflict", "this is the service's own key, which is always trusted");
      if (same) throw new ReeveError("conflict", `this key is already trusted; its name is ${same.name}`);
      if (other) throw new ReeveError("conflict", `another key has the name ${added.name}; choose another name`);
      keep([...known, added]);
    },
    distrust(removed) {
      const known = trusted();
      const rest = known.filter(({ name }) => name !== removed);
      if (rest.length === known.length) throw new ReeveError("not-found", `there is no imported key called ${removed}`);
      keep(rest);
    },
    sign: (content) => ({ key: own(), value: sign(undefined, signed(content), privateKey()).toString("base64url") }),
    originOf(content, signature) {
      if (!signature) return "none";
      if (!isValid(content, signature)) return "invalid";
      if (signature.key === own()) return "own";
      return trusted().some(({ key }) => key === signature.key) ? "trusted" : "unknown";
    },
    wrote(place, created) {
      times().delete(place);
      times().set(place, created);
      for (const oldest of [...times().keys()].slice(0, -MAX_WRITTEN)) times().delete(oldest);
      files.write(WRITTEN, `${JSON.stringify(Object.fromEntries(times()), undefined, 2)}\n`);
    },
    lastWritten: (place) => times().get(place),
  };
}

/** The prefix makes sure that no signature of other content is valid for a backup. */
const signed = (content: string) => Buffer.from(`reeve backup\n${content}`);

function isValid(content: string, { key, value }: Signature): boolean {
  try {
    const x = Buffer.from(key, "hex").toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(undefined, signed(content), publicKey, Buffer.from(value, "base64url"));
  } catch {
    return false;
  }
}

function openPrivateKey(files: KeyFiles): KeyObject {
  const kept = files.read(PRIVATE);
  if (kept === undefined) {
    const { privateKey } = generateKeyPairSync("ed25519");
    files.write(PRIVATE, privateKey.export({ format: "pem", type: "pkcs8" }).toString());
    return privateKey;
  }
  try {
    const key = createPrivateKey(kept);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The same message as for a key of another type.
  }
  throw damaged(PRIVATE);
}

const publicKeyOf = (key: KeyObject) => Buffer.from(String(createPublicKey(key).export({ format: "jwk" }).x), "base64url").toString("hex");

function readTrusted(files: KeyFiles): readonly TrustedKey[] {
  const text = files.read(TRUSTED);
  if (text === undefined) return [];
  const keys = parsed(text);
  if (Array.isArray(keys) && keys.every(isTrustedKey)) return keys;
  throw damaged(TRUSTED);
}

function readWritten(files: KeyFiles): Map<string, string> {
  const text = files.read(WRITTEN);
  if (text === undefined) return new Map();
  const times = parsed(text);
  if (!isRecord(times)) throw damaged(WRITTEN);
  return new Map(Object.entries(times).map(([place, created]) => [place, String(created)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTrustedKey(key: unknown): key is TrustedKey {
  return isRecord(key) && [key.name, key.key, key.imported_at].every((field) => typeof field === "string");
}

const damaged = (file: string) =>
  new ReeveError(
    "conflict",
    `${file} in the state folder is damaged; restore it from a copy of the state folder, or delete it, and then import the keys of your backups again`,
  );

/** Keeps keys in memory, until the process ends. */
export function keyFilesInMemory(): KeyFiles {
  const contents = new Map<string, string>();
  return { read: (name) => contents.get(name), write: (name, content) => contents.set(name, content) };
}

/** Makes the operations on the keys of backups, for one database of the service. */
export function keysAdministration(instance: string, keys: BackupKeys, now: () => number): BackupKeysAdministration {
  const own = () => ({ name: instance, public_key: keys.own() });
  return {
    list: () => [
      { ...own(), own: true, imported_at: null },
      ...keys.trusted().map(({ key, ...rest }) => ({ ...rest, public_key: key, own: false })),
    ],
    export: own,
    import: ({ name, public_key: key }) => keys.trust({ name, key, imported_at: new Date(now()).toISOString() }),
    remove: ({ name }) => keys.distrust(name),
  };
}
