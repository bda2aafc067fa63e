import { inject } from "vitest";
import { nodeAdapter } from "../src/node-adapter.ts";
import type { Transport, TransportOptions } from "../src/options.ts";
import { createTransport as create } from "../src/transport.ts";

declare module "vitest" {
  interface ProvidedContext {
    line: "fetch" | "node";
  }
}

/** A transport with the adapter of this test run, so that every test runs on each adapter. */
export function createTransport(options: TransportOptions): Transport {
  return create(inject("line") === "node" ? { adapter: nodeAdapter, ...options } : options);
}
