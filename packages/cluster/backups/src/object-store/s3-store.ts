import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";
import { S3Client, S3Errors } from "@bradenmacdonald/s3-lite-client";
import { ReeveError } from "@reeve/contract";
import { checked } from "./digest.ts";
import type { Keys, ObjectStore, StoredObject } from "./object-store.ts";
import { NoProgressError, noting, type Progress, withProgress } from "./with-progress.ts";

/** A bucket of an S3-compatible store. */
export interface S3Bucket extends Keys {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
}

/** Timeout in milliseconds of a request to the store. */
const TIMEOUT = 30_000;

/** Milliseconds without data after which a download or a list counts as lost, so that it may take any time as long as data arrives. */
const SILENCE = 60_000;

/** The same for uploads. It is longer, because the client reads nothing while it sends up to six parts over a connection that may be slow. */
const UPLOAD_SILENCE = 3_600_000;

/** The size in bytes of the parts in which files are sent. Each part is held in memory, and up to six at the same time. */
const PART = 16 * 1024 * 1024;

/** The size of parts for content that is not in a file of this machine. It is smaller, because a service in a pod has less memory. */
const CONTENT_PART = 8 * 1024 * 1024;

/** The largest number of parts of an object. */
const MAX_PARTS = 10_000;

const partOf = (size: number, part: number) => Math.max(part, Math.ceil(size / MAX_PARTS));

/**
 * Opens a bucket of an S3-compatible store. Errors contain only the store's error codes, because the messages of the store or of the client
 * might contain credentials.
 */
export function s3Store({ endpoint, region, bucket, accessKey, secretKey }: S3Bucket): ObjectStore {
  const place = `s3://${bucket} at ${new URL(endpoint).origin}`;
  const client = new S3Client({ endPoint: endpoint, region, bucket, accessKey, secretKey, pathStyle: true });

  async function attempt<Result>(
    work: (given: Progress) => Promise<Result>,
    signal: AbortSignal,
    timeout = TIMEOUT,
  ): Promise<Result> {
    try {
      return await withProgress(work, { signal, timeout });
    } catch (error) {
      signal.throwIfAborted();
      throw new ReeveError("server-failure", reasonOf(error, place, bucket));
    }
  }

  /** Reads the body of a response. Its failures have the same messages as those of requests. */
  async function* readable(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body) {
        signal.throwIfAborted();
        yield piece as Uint8Array;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new ReeveError("server-failure", reasonOf(error, place, bucket));
    }
  }

  return {
    place,
    put: (key, content, signal) =>
      attempt(async () => {
        await client.putObject(key, new Uint8Array(content));
      }, signal),
    get: (key, signal) =>
      attempt(async () => {
        try {
          const answer = await client.getObject(key);
          return new Uint8Array(await answer.arrayBuffer());
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }, signal),
    size: (key, signal) =>
      attempt(async () => {
        try {
          return (await client.statObject(key)).size;
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }, signal),
    putFile: (key, path, signal) =>
      attempt(
        async ({ progress }) => {
          const { size } = await stat(path);
          const content = NodeStream.from(noting(createReadStream(path), progress)) as ReadableStream<Uint8Array>;
          await client.putObject(key, content, { size, partSize: partOf(size, PART) });
        },
        signal,
        UPLOAD_SILENCE,
      ),
    getFile: (key, path, signal) =>
      attempt(
        async ({ progress, signal: wanted }) => {
          try {
            const { body } = await client.getObject(key);
            const content = body ? noting(Readable.fromWeb(body as NodeStream), progress) : [];
            await pipeline(content, createWriteStream(path), { signal: wanted });
            return true;
          } catch (error) {
            if (isMissing(error)) return false;
            throw error;
          }
        },
        signal,
        SILENCE,
      ),
    putContent: async (key, content, digest, signal) => {
      const source = checked(content, digest);
      const { bytes: size } = digest;
      const sending = attempt(
        ({ progress }) => {
          // The client makes an object visible only after the stream has ended without a failure.
          const stream = NodeStream.from(noting(source.content, progress)) as ReadableStream<Uint8Array>;
          return client.putObject(key, stream, { size, partSize: partOf(size, CONTENT_PART) });
        },
        signal,
        UPLOAD_SILENCE,
      );
      await sending.catch((error) => {
        throw source.failure() ?? error;
      });
    },
    getContent: (key, signal) =>
      attempt(async () => {
        try {
          const { body } = await client.getObject(key);
          return readable(body ? Readable.fromWeb(body as NodeStream) : Readable.from([]), signal);
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }, signal),
    list: (prefix, signal) =>
      attempt(
        async ({ progress }) => {
          const found: StoredObject[] = [];
          for await (const { key, size } of client.listObjects({ prefix })) {
            progress();
            found.push({ key, bytes: size });
          }
          return found;
        },
        signal,
        SILENCE,
      ),
    folders: (signal) =>
      attempt(
        async ({ progress }) => {
          const found: string[] = [];
          for await (const each of client.listObjectsGrouped({ delimiter: "/" })) {
            progress();
            if (each.type === "CommonPrefix") found.push(each.prefix.slice(0, -1));
          }
          return found;
        },
        signal,
        SILENCE,
      ),
    delete: (key, signal) =>
      attempt(async () => {
        try {
          await client.deleteObject(key);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }, signal),
  };
}

/**
 * Whether an error means that an object does not exist. The HTTP status is checked as well, because the answer to a request for the size of
 * such an object has no error code.
 */
function isMissing(error: unknown): boolean {
  return (
    error instanceof S3Errors.ServerError &&
    (error.code === "NoSuchKey" || (error.statusCode === 404 && error.code !== "NoSuchBucket"))
  );
}

function reasonOf(error: unknown, place: string, bucket: string): string {
  if (error instanceof S3Errors.ServerError) {
    const code = /^\w{1,60}$/.test(error.code) ? error.code : "no code";
    if (code === "NoSuchBucket")
      return `there is no bucket ${bucket} in the object store (${place}); create it, or use another bucket`;
    if (error.statusCode === 401 || error.statusCode === 403) {
      return `the object store refused the keys for ${place} (${code}); check s3_access_key and s3_secret_key`;
    }
    return `the object store failed at ${place} with status ${error.statusCode} (${code})`;
  }
  if (error instanceof NoProgressError) {
    return `the object store did not answer within ${error.milliseconds / 1000} seconds (${place})`;
  }
  return `the object store cannot be reached (${place}): ${networkCode(error)}`;
}

function networkCode(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string" && /^[A-Z_]{2,40}$/.test(each.code)) return each.code;
  }
  return "the connection failed";
}
