import type { Dispatcher } from "undici";
import type { Detour } from "./network-failure.ts";

/** Carries the requests of Node's `fetch`: with a CA of their own, or through a proxy. */
export interface Carrier {
  readonly dispatcher: Dispatcher;
  /** The proxy that it goes through. */
  readonly detour?: Detour;
}
