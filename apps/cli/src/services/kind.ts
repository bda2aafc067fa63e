import type { ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { Show } from "../operations/show.ts";

/** One kind of service, as the command line knows it. */
export interface Kind {
  readonly api: AnyApi;
  createClient(options: ClientOptions): object;
  /** What is special to its operations, by their names. */
  readonly shows: Readonly<Record<string, Show>>;
}
