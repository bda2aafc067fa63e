import type { Dispatcher } from "undici";
import type { Detour } from "./network-failure.ts";

/** Carries the requests of Node's `fetch`: as the platform does, with TLS options of their own, or through a proxy. */
export interface Carrier {
  dispatcher(): Dispatcher;
  close(): Promise<void>;
  /** The proxy that it goes through. */
  readonly detour?: Detour;
}
