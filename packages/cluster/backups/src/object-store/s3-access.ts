import { S3Errors } from "@bradenmacdonald/s3-lite-client";
import { ReeveError } from "@reeve/contract";
import { AbortableS3Client, type S3Bucket } from "./s3-client.ts";
import { NoProgressError, type Progress, withProgress } from "./with-progress.ts";

/** Requests with a client that is aborted when their result is no longer wanted. */
type S3Work<Result> = (client: AbortableS3Client, progress: Progress) => Promise<Result>;

const TIMEOUT = 30_000;

/** Opens a bucket of a store. Failures show only its error codes, because its messages might contain credentials. */
export function accessToBucket(options: S3Bucket) {
  const { endpoint, bucket } = options;
  const place = `s3://${bucket} at ${new URL(endpoint).origin}`;

  function failed(error: unknown, signal: AbortSignal): never {
    signal.throwIfAborted();
    throw new ReeveError("server-failure", reasonOf(error, place, bucket));
  }

  /** Runs requests for as long as they make progress. */
  function attempt<Result>(work: S3Work<Result>, signal: AbortSignal, timeout = TIMEOUT): Promise<Result> {
    const begin = (progress: Progress) => work(new AbortableS3Client(options, AbortSignal.any([signal, progress.signal])), progress);
    return withProgress(begin, { signal, timeout }).catch((error) => failed(error, signal));
  }

  /** Like `attempt`, but returns undefined if the object does not exist. */
  function find<Result>(work: S3Work<Result>, signal: AbortSignal, timeout?: number): Promise<Result | undefined> {
    const found: S3Work<Result | undefined> = (client, progress) =>
      work(client, progress).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
    return attempt(found, signal, timeout);
  }

  return {
    /** Where the bucket is, in words for messages. */
    place,
    attempt,
    find,
    /** Makes the failures of a body that is read later as readable as those of `attempt`. */
    async *readable(body: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
      try {
        for await (const piece of body) {
          signal.throwIfAborted();
          yield piece as Uint8Array;
        }
      } catch (error) {
        failed(error, signal);
      }
    },
  };
}

/** Whether an object does not exist. A request for its size is answered by a status without an error code. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof S3Errors.ServerError && (error.code === "NoSuchKey" || (error.statusCode === 404 && error.code !== "NoSuchBucket"))
  );
}

function reasonOf(error: unknown, place: string, bucket: string): string {
  if (error instanceof S3Errors.ServerError) {
    const code = /^\w{1,60}$/.test(error.code) ? error.code : "no code";
    if (code === "NoSuchBucket") return `there is no bucket ${bucket} in the object store (${place}); create it, or use another bucket`;
    if (error.statusCode === 401 || error.statusCode === 403) {
      return `the object store refused the keys for ${place} (${code}); check s3_access_key and s3_secret_key`;
    }
    return `the object store failed at ${place} with status ${error.statusCode} (${code})`;
  }
  if (error instanceof NoProgressError) return `the object store did not answer within ${error.milliseconds / 1000} seconds (${place})`;
  return `the object store cannot be reached (${place}): ${networkCode(error)}`;
}

function networkCode(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string" && /^[A-Z_]{2,40}$/.test(each.code)) return each.code;
  }
  return "the connection failed";
}
