import type { CallOptions, ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { ClientTrust } from "@reeve/pictures/wide-column";
import type { Kind } from "@reeve/profiles";
import type { CommandExtras } from "../operations/show.ts";

/** What help, completion and parsing need to know about a kind of service. */
export interface ServiceKind {
  readonly api: AnyApi & { readonly name: Kind };
  /** The names of the operations that have `--wait`. */
  readonly waits: ReadonlySet<string>;
  /** Loads what is needed to call services of this kind. */
  load(): Promise<ServiceParts>;
}

/** What is needed to call a service and to show its answers. */
export interface ServiceParts {
  createClient(options: ClientOptions): object;
  /** The renderers of the service's answers. */
  readonly pictures: AnyPictures;
  /** Describes the state of a whole instance in one sentence; only the Reeve service can answer this. */
  summary?(client: object, options: CallOptions): Promise<string>;
  /** Says how clients connect to real nodes, for kinds where a list of addresses is not enough. */
  howToConnect?(addresses: readonly string[], tls?: ClientTrust): string;
  /** What commands do beyond the declarations of their operations, by name of the operation. */
  readonly shows: Readonly<Record<string, CommandExtras>>;
}
