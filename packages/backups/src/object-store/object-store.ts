import { ReeveError } from "@reeve/contract";

/** Where backups go: one bucket of a store that keeps objects under keys. */
export interface ObjectStore {
  /** Where that is, for people: `the folder /var/lib/reeve/objects/backups of this machine`. */
  readonly place: string;
  /** Keeps an object under a key; a reader sees all of it or nothing. */
  put(key: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Undefined where there is none. */
  get(key: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

/** The keys of a request; they are kept nowhere. */
export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Where `s3://bucket` leads. */
export interface ObjectStoreOptions {
  /** The URL of an S3-compatible store; without it a bucket is a folder of this machine. */
  readonly endpoint?: string;
  /** Of that store; `us-east-1` without it. */
  readonly region?: string;
  /** The folder that holds the buckets; without it one that is made for this process, and taken away at its end. */
  readonly folder?: string;
}

/** Opens the bucket of an external location. */
export type OpenObjectStore = (location: string, keys: Keys) => Promise<ObjectStore>;

/** The bucket that `s3://bucket` names. */
export function bucketOf(location: string): string {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(location)?.[1];
  if (bucket === undefined) throw new ReeveError("bad-input", `external_location is no s3:// and the name of a bucket`);
  return bucket;
}
