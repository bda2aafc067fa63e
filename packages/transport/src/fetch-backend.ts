import type { ProxyRoute } from "./network-failure.ts";
import type { SendByFetch } from "./send-by-fetch.ts";

/** Carries the requests of Node's `fetch`: as the platform does, with TLS options of their own, or through a proxy. */
export interface FetchBackend {
  readonly send: SendByFetch;
  close(): Promise<void>;
  /** The proxy that it goes through. */
  readonly route?: ProxyRoute;
}
