import type { AnyApi, ListedOperation } from "@reeve/contract";
import type { CallOptions, Transport } from "@reeve/transport";
import type { ClientOptions } from "./options.ts";
import type { ServiceTraits } from "./service-traits.ts";

/** What the methods of one client share. */
export interface Core {
  readonly api: AnyApi;
  readonly service: string;
  readonly transport: Transport;
  readonly onAnswer: ClientOptions["onAnswer"];
  readonly traits: ServiceTraits;
  readonly revision: RevisionInUse;
  /** The operations by name, `topics.create`. */
  readonly operations: ReadonlyMap<string, ListedOperation>;
  /** Where this server was found to differ from the documented API. */
  readonly preferred: Set<string>;
}

/** The revision that a client uses. */
export interface RevisionInUse {
  /** Undefined until it is known. */
  known(): string | undefined;
  /** Whether it was given, and not found by asking the server. */
  readonly given: boolean;
  find(options?: CallOptions): Promise<string>;
}
