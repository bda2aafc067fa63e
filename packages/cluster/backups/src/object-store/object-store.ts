import { createHash } from "node:crypto";
import { ReeveError } from "@reeve/contract";

/** One bucket of an object store, in which backups are stored. */
export interface ObjectStore {
  /** Where the bucket is, in words for messages, such as `the folder /var/lib/reeve/objects/backups on this machine`. */
  readonly place: string;
  /** Stores an object under a key. Other readers see either the complete object or none. */
  put(key: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Returns the content of an object; undefined if there is none. */
  get(key: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** Returns the size of an object in bytes; undefined if there is none. */
  size(key: string, signal: AbortSignal): Promise<number | undefined>;
  /** Stores a file as an object, without loading the complete file into memory. */
  putFile(key: string, path: string, signal: AbortSignal): Promise<void>;
  /** Writes an object into a new file. Returns false if there is no such object. */
  getFile(key: string, path: string, signal: AbortSignal): Promise<boolean>;
  /** Stores content without loading it all. If reading fails, or the content differs from `digest`, it rejects and stores nothing. */
  putContent(key: string, content: Content, digest: Digest, signal: AbortSignal): Promise<void>;
  /** Returns the content of an object in pieces, because it can be larger than the memory; undefined if there is no such object. */
  getContent(key: string, signal: AbortSignal): Promise<Content | undefined>;
  /** Returns the objects whose keys begin with a prefix. */
  list(prefix: string, signal: AbortSignal): Promise<readonly StoredObject[]>;
  /** Returns the names of the bucket's folders, which are the parts of keys before the first slash. */
  folders(signal: AbortSignal): Promise<readonly string[]>;
  /** Deletes an object if there is one. */
  delete(key: string, signal: AbortSignal): Promise<void>;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** The content of an object or a file, in pieces. It can be read once. */
export type Content = AsyncIterable<Uint8Array>;

/** The size and the checksum of some content. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The access keys from a request, which are never stored. */
export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The options of the object store that contains the buckets (`s3://bucket`). */
export interface ObjectStoreOptions {
  /** The URL of an S3-compatible store. Without it, buckets are folders on this machine. */
  readonly endpoint?: string;
  /** The region of the S3-compatible store (default: `us-east-1`). */
  readonly region?: string;
  /** The folder that contains the buckets (default: a temporary folder, which is deleted when this process ends). */
  readonly folder?: string;
}

/** Opens the bucket at an external location such as `s3://bucket`. */
export type OpenObjectStore = (location: string, keys: Keys) => Promise<ObjectStore>;

/** Returns the name of the bucket in a location such as `s3://bucket`. */
export function bucketOf(location: string): string {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(location)?.[1];
  if (bucket === undefined) throw new ReeveError("bad-input", `external_location: expected s3:// and the name of a bucket`);
  return bucket;
}

/** Returns the size and the checksum of some content. */
export async function contentDigestOf(content: Content, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    signal.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Makes the reading of content fail at the end if the content differs from its digest. `failure` returns why it failed, if it did. */
export function checked(given: Content, { bytes, sha256 }: Digest) {
  let failed: unknown;
  async function* content(): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let read = 0;
    try {
      for await (const piece of given) {
        hash.update(piece);
        read += piece.length;
        yield piece;
      }
      if (read !== bytes) throw new Error(`${read} of ${bytes} bytes could be read`);
      if (hash.digest("hex") !== sha256) throw new Error("the content has changed while it was read");
    } catch (error) {
      failed = error;
      throw error;
    }
  }
  return { content: content(), failure: () => failed };
}
