import type { ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Kind } from "@reeve/profiles";
import type { Show } from "../operations/show.ts";

/** One kind of service, as far as help, completion and the reading of arguments need it. */
export interface ServiceKind {
  readonly api: AnyApi & { readonly name: Kind };
  /** The operations that can be waited for. */
  readonly waits: ReadonlySet<string>;
  /** Loads what is needed to speak to it. */
  load(): Promise<Workings>;
}

/** What is needed to speak to a service, and to show what it says. */
export interface Workings {
  createClient(options: ClientOptions): object;
  /** What its answers look like. */
  readonly pictures: AnyPictures;
  /** What is special to its operations, by their names. */
  readonly shows: Readonly<Record<string, Show>>;
}
