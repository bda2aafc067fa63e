import type { ProxyRoute } from "./network-failure.ts";
import type { SendByFetch } from "./send-by-fetch.ts";

/** How Node's `fetch` sends requests: unchanged, with its own TLS options, or through a proxy. */
export interface FetchBackend {
  readonly send: SendByFetch;
  close(): Promise<void>;
  /** The proxy, if one is used. */
  readonly route?: ProxyRoute;
}
