import type { ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Kind } from "@reeve/profiles";
import type { Show } from "../operations/show.ts";

/** One kind of service, as the command line knows it. */
export interface ServiceKind {
  readonly api: AnyApi & { readonly name: Kind };
  createClient(options: ClientOptions): object;
  /** What its answers look like. */
  readonly pictures: AnyPictures;
  /** What is special to its operations, by their names. */
  readonly shows: Readonly<Record<string, Show>>;
}
