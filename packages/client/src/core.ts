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
  /** What this server was seen to want in another way than the documented one. */
  readonly preferred: Set<string>;
}

/** The revision that a client speaks. */
export interface RevisionInUse {
  /** Undefined as long as nobody knows. */
  known(): string | undefined;
  /** Whether it was given, rather than found. */
  readonly given: boolean;
  find(options?: CallOptions): Promise<string>;
}
