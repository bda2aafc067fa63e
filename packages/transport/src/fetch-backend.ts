import type { ProxyRoute } from "./network-failure.ts";
import type { SendByFetch } from "./send-by-fetch.ts";

/** Sends the requests of Node's `fetch`: as the platform does, with its own TLS options, or through a proxy. */
export interface FetchBackend {
  readonly send: SendByFetch;
  close(): Promise<void>;
  /** The proxy in use. */
  readonly route?: ProxyRoute;
}
