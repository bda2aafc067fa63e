import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";
import { type Content, checked, type ObjectStore } from "./object-store.ts";
import { accessToBucket } from "./s3-access.ts";
import type { AbortableS3Client, S3Bucket } from "./s3-client.ts";
import { noting } from "./with-progress.ts";

/** Milliseconds without data after which a download or a list counts as lost, so that it may take any time as long as data arrives. */
const SILENCE = 60_000;

/** The same for uploads: the client reads nothing while it sends up to six parts over a connection that may be slow. */
const UPLOAD_SILENCE = 3_600_000;

/** The size in bytes of the parts in which files are sent. Each part is held in memory, and up to six at the same time. */
const PART = 16 * 1024 * 1024;

/** The size of parts for content that is not in a file of this machine. It is smaller, because a service in a pod has less memory. */
const CONTENT_PART = 8 * 1024 * 1024;

const MAX_PARTS = 10_000;

/** Opens a bucket of an S3-compatible store. */
export function s3Store(bucket: S3Bucket): ObjectStore {
  const { place, attempt, find, readable } = accessToBucket(bucket);

  /** Sends an object in parts. The client makes it visible only after the content has ended without a failure. */
  const send = (
    key: string,
    content: () => Content,
    { size, part }: { readonly size: number; readonly part: number },
    signal: AbortSignal,
  ) =>
    attempt(
      async (client, { progress }) => {
        const stream = NodeStream.from(noting(content(), progress)) as ReadableStream<Uint8Array>;
        await client.putObject(key, stream, { size, partSize: Math.max(part, Math.ceil(size / MAX_PARTS)) });
      },
      signal,
      UPLOAD_SILENCE,
    );

  const collected = <Item>(list: (client: AbortableS3Client) => AsyncIterable<Item>, signal: AbortSignal) =>
    attempt(
      async (client, { progress }) => {
        const items: Item[] = [];
        for await (const item of list(client)) {
          progress();
          items.push(item);
        }
        return items;
      },
      signal,
      SILENCE,
    );

  return {
    place,
    put: (key, content, signal) =>
      attempt(async (client) => {
        await client.putObject(key, new Uint8Array(content));
      }, signal),
    get: (key, signal) => find(async (client) => Buffer.concat(await (await client.content(key)).toArray()), signal),
    size: (key, signal) => find(async (client) => (await client.statObject(key)).size, signal),
    async putFile(key, path, signal) {
      const { size } = await attempt(() => stat(path), signal);
      await send(key, () => createReadStream(path), { size, part: PART }, signal);
    },
    async getFile(key, path, signal) {
      const write = async (client: AbortableS3Client, { progress, signal: wanted }: { progress(): void; readonly signal: AbortSignal }) => {
        await pipeline(noting(await client.content(key), progress), createWriteStream(path), { signal: wanted });
        return true;
      };
      return (await find(write, signal, SILENCE)) ?? false;
    },
    async putContent(key, content, digest, signal) {
      const source = checked(content, digest);
      await send(key, () => source.content, { size: digest.bytes, part: CONTENT_PART }, signal).catch((error) => {
        throw source.failure() ?? error;
      });
    },
    getContent: (key, signal) => find(async (client) => readable(await client.content(key), signal), signal),
    async list(prefix, signal) {
      const objects = await collected((client) => client.listObjects({ prefix }), signal);
      return objects.map(({ key, size }) => ({ key, bytes: size }));
    },
    async folders(signal) {
      const entries = await collected((client) => client.listObjectsGrouped({ delimiter: "/" }), signal);
      return entries.flatMap((entry) => (entry.type === "CommonPrefix" ? [entry.prefix.slice(0, -1)] : []));
    },
    async delete(key, signal) {
      await find((client) => client.deleteObject(key), signal);
    },
  };
}
