import type { Ask } from "./ask.ts";
import type { Detour } from "./network-failure.ts";

/** Carries the requests of Node's `fetch`: as the platform does, with TLS options of their own, or through a proxy. */
export interface Carrier {
  readonly ask: Ask;
  close(): Promise<void>;
  /** The proxy that it goes through. */
  readonly detour?: Detour;
}
