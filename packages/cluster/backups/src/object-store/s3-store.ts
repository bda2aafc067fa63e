import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";
import { checked, type ObjectStore, type StoredObject } from "./object-store.ts";
import { accessToBucket, type S3Access } from "./s3-access.ts";
import type { S3Bucket } from "./s3-client.ts";
import { noting } from "./with-progress.ts";

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

/** Opens a bucket of an S3-compatible store. */
export function s3Store(bucket: S3Bucket): ObjectStore {
  const access = accessToBucket(bucket);
  return {
    place: access.place,
    ...objectsIn(access),
    ...uploadsTo(access),
    ...downloadsFrom(access),
    ...lists(access),
  };
}

function objectsIn({ attempt, find }: S3Access): Pick<ObjectStore, "put" | "get" | "size" | "delete"> {
  return {
    put: (key, content, signal) =>
      attempt(async (client) => {
        await client.putObject(key, new Uint8Array(content));
      }, signal),
    get: (key, signal) => find(async (client) => Buffer.concat(await (await client.content(key)).toArray()), signal),
    size: (key, signal) => find(async (client) => (await client.statObject(key)).size, signal),
    delete: async (key, signal) => {
      await find((client) => client.deleteObject(key), signal);
    },
  };
}

function uploadsTo({ attempt }: S3Access): Pick<ObjectStore, "putFile" | "putContent"> {
  return {
    putFile: (key, path, signal) =>
      attempt(
        async (client, { progress }) => {
          const { size } = await stat(path);
          const content = NodeStream.from(noting(createReadStream(path), progress)) as ReadableStream<Uint8Array>;
          await client.putObject(key, content, { size, partSize: partOf(size, PART) });
        },
        signal,
        UPLOAD_SILENCE,
      ),
    putContent: async (key, content, digest, signal) => {
      const source = checked(content, digest);
      const { bytes: size } = digest;
      const sending = attempt(
        (client, { progress }) => {
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
  };
}

function downloadsFrom({ find, readable }: S3Access): Pick<ObjectStore, "getFile" | "getContent"> {
  return {
    getFile: async (key, path, signal) => {
      const written = await find(
        async (client, { progress, signal: wanted }) => {
          await pipeline(noting(await client.content(key), progress), createWriteStream(path), { signal: wanted });
          return true;
        },
        signal,
        SILENCE,
      );
      return written ?? false;
    },
    getContent: (key, signal) => find(async (client) => readable(await client.content(key), signal), signal),
  };
}

function lists({ attempt }: S3Access): Pick<ObjectStore, "list" | "folders"> {
  return {
    list: (prefix, signal) =>
      attempt(
        async (client, { progress }) => {
          const matches: StoredObject[] = [];
          for await (const { key, size } of client.listObjects({ prefix })) {
            progress();
            matches.push({ key, bytes: size });
          }
          return matches;
        },
        signal,
        SILENCE,
      ),
    folders: (signal) =>
      attempt(
        async (client, { progress }) => {
          const matches: string[] = [];
          for await (const each of client.listObjectsGrouped({ delimiter: "/" })) {
            progress();
            if (each.type === "CommonPrefix") matches.push(each.prefix.slice(0, -1));
          }
          return matches;
        },
        signal,
        SILENCE,
      ),
  };
}
