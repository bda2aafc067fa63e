import { inject } from "vitest";
import { nodeLine } from "../src/node-line.ts";
import type { Transport, TransportOptions } from "../src/options.ts";
import { createTransport as create } from "../src/transport.ts";

declare module "vitest" {
  interface ProvidedContext {
    line: "fetch" | "node";
  }
}

/** A transport on the line that this run is about: what is promised holds on every one. */
export function createTransport(options: TransportOptions): Transport {
  return create(inject("line") === "node" ? { line: nodeLine, ...options } : options);
}
