import type { CallOptions, ClientOptions } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Kind } from "@reeve/profiles";
import type { CommandExtras } from "../operations/show.ts";

/** A kind of service, as far as help, completion and parsing need it. */
export interface ServiceKind {
  readonly api: AnyApi & { readonly name: Kind };
  /** The operations that have `--wait`. */
  readonly waits: ReadonlySet<string>;
  /** Loads what is needed to call it. */
  load(): Promise<ServiceParts>;
}

/** Everything needed to call a service and to show its answers. */
export interface ServiceParts {
  createClient(options: ClientOptions): object;
  /** The renderers of its answers. */
  readonly pictures: AnyPictures;
  /** The state of a whole instance in one sentence, where Reeve's own service knows it. */
  summary?(client: object, options: CallOptions): Promise<string>;
  /** How clients of real nodes connect to their addresses, where a list of these does not say it. */
  howToConnect?(addresses: readonly string[]): string;
  /** Command line behaviour of its operations, by name. */
  readonly shows: Readonly<Record<string, CommandExtras>>;
}
