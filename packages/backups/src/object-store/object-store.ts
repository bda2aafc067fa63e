import { ReeveError } from "@reeve/contract";

/** The target of backups: one bucket of a store of objects by key. */
export interface ObjectStore {
  /** The bucket in words: `the folder /var/lib/reeve/objects/backups of this machine`. */
  readonly place: string;
  /** Stores an object under a key, atomically for readers. */
  put(key: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Undefined where there is none. */
  get(key: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** The size of an object in bytes; undefined where there is none. */
  size(key: string, signal: AbortSignal): Promise<number | undefined>;
  /** Stores a file as an object without holding all of it in memory. */
  putFile(key: string, path: string, signal: AbortSignal): Promise<void>;
  /** Writes an object into a new file; false where there is none. */
  getFile(key: string, path: string, signal: AbortSignal): Promise<boolean>;
  /** Reads an object through without holding all of it in memory; undefined where there is none. */
  digest(key: string, signal: AbortSignal): Promise<Digest | undefined>;
  /** The objects whose keys begin with a prefix. */
  list(prefix: string, signal: AbortSignal): Promise<readonly StoredObject[]>;
  /** The first parts of all keys that have several: `nightly` of `nightly/manifest.json`. */
  folders(signal: AbortSignal): Promise<readonly string[]>;
  /** Deletes an object, if there is one. */
  delete(key: string, signal: AbortSignal): Promise<void>;
}

/** An object without its content. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** What an object's content comes to. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The keys of a request; they are never stored. */
export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Where `s3://bucket` points. */
export interface ObjectStoreOptions {
  /** The URL of an S3-compatible store; without it a bucket is a folder of this machine. */
  readonly endpoint?: string;
  /** The store's region; `us-east-1` by default. */
  readonly region?: string;
  /** The folder with the buckets; by default a temporary one that is deleted with this process. */
  readonly folder?: string;
}

/** Opens the bucket of an external location. */
export type OpenObjectStore = (location: string, keys: Keys) => Promise<ObjectStore>;

/** The bucket that `s3://bucket` names. */
export function bucketOf(location: string): string {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(location)?.[1];
  if (bucket === undefined)
    throw new ReeveError("bad-input", `external_location: expected s3:// and the name of a bucket`);
  return bucket;
}
