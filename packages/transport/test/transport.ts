import { inject } from "vitest";
import { nodeAdapter } from "../src/node-adapter.ts";
import type { Transport, TransportOptions } from "../src/options.ts";
import { createTransport as create } from "../src/transport.ts";

declare module "vitest" {
  interface ProvidedContext {
    line: "fetch" | "node";
  }
}

/** A transport on the line that this run is about: what is promised holds on every one. */
export function createTransport(options: TransportOptions): Transport {
  return create(inject("line") === "node" ? { adapter: nodeAdapter, ...options } : options);
}
