import { about, object, operation, resource, resourceList, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

// Reeve added these operations; other servers do not have them. The keys are public: they verify signatures and cannot make any.

/** A public key with which backups are verified. */
export interface BackupKey {
  readonly name: string;
  /** An Ed25519 public key: 32 bytes as hexadecimal digits. */
  readonly public_key: string;
}

/** A key whose signatures the service trusts. */
export interface TrustedBackupKey extends BackupKey {
  /** Whether this is the service's own key. */
  readonly own: boolean;
  /** When the key was imported (ISO 8601, UTC); null for the service's own key. */
  readonly imported_at: string | null;
}

/** The keys whose signatures the service trusts: its own key, and then the imported ones. */
export type TrustedBackupKeys = readonly TrustedBackupKey[];

const KEY = "an Ed25519 public key: 32 bytes as hexadecimal digits";

const BackupKey: Schema<BackupKey> = resource("BackupKey", "A public key with which backups are verified.", {
  name: v.string(),
  public_key: about(KEY, v.string()),
});

export const TrustedBackupKeys: Schema<TrustedBackupKeys> = resourceList(
  "TrustedBackupKeys",
  "The keys whose signatures the service trusts: its own key, and then the imported ones.",
  object({
    name: v.string(),
    public_key: about(KEY, v.string()),
    own: about("whether this is the service's own key", v.boolean()),
    imported_at: about("when the key was imported (ISO 8601, UTC); null for the service's own key", v.nullable(v.string())),
  }),
);

const nameEntries = {
  name: about(
    "name of the key, such as the name of its cluster",
    text("a name (letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,100}$/),
  ),
};

/** The name of an imported key. */
export interface BackupKeyName {
  /** Name of the key, such as the name of its cluster. */
  readonly name: string;
}

/** A key to be imported. */
export interface BackupKeyInput extends BackupKeyName {
  /** The key that backup-keys export shows on the other cluster. */
  readonly public_key: string;
}

const BackupKeyInput: Schema<BackupKeyInput, BackupKeyInput> = v.strictObject({
  ...nameEntries,
  public_key: about("the key that backup-keys export shows on the other cluster", text(KEY, /^[0-9a-f]{64}$/)),
});

const BackupKeyName: Schema<BackupKeyName, BackupKeyName> = v.strictObject(nameEntries);

const ABOUT = "All databases of a service have the same keys.";

export const listBackupKeys = operation({
  summary: "List the keys whose signatures on backups are trusted",
  about: ABOUT,
  effect: "read",
  output: TrustedBackupKeys,
  list: { of: "backup keys", hasEvents: false },
  routes: { "*": "GET {reeve}/backup-keys" },
});

export const exportBackupKey = operation({
  summary: "Show the public key with which this service signs backups",
  about: `${ABOUT} Import this key into another cluster, so that it can restore the backups of this one. The private key never leaves the service.`,
  effect: "read",
  output: BackupKey,
  routes: { "*": "GET {reeve}/backup-keys/own" },
});

export const importBackupKey = operation({
  summary: "Trust the backups that another service has signed",
  about: ABOUT,
  effect: "change",
  verifiedBy: "backupKeys.list",
  input: BackupKeyInput,
  body: ["name", "public_key"],
  output: TrustedBackupKeys,
  routes: { "*": "POST {reeve}/backup-keys" },
  example: { name: "old-cluster", public_key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" },
});

export const removeBackupKey = operation({
  summary: "Stop trusting the backups that another service has signed",
  about: ABOUT,
  effect: "change",
  verifiedBy: "backupKeys.list",
  input: BackupKeyName,
  output: TrustedBackupKeys,
  routes: { "*": "POST {reeve}/backup-keys/{name}/remove" },
  example: { name: "old-cluster" },
});
