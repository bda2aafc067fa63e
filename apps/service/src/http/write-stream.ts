import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Stream } from "./message.ts";

/** Writes a stream until it has ended or the client has disconnected. A disconnected client is not an error. */
export function writeStream(stream: Stream, to: Writable): Promise<void> {
  return typeof stream === "function" ? stream(to) : pipeline(stream, to).catch(() => undefined);
}
