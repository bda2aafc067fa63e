import type { AnyApi, ListedOperation } from "@reeve/contract";
import type { CallOptions, Transport } from "@reeve/transport";
import type { ClientOptions } from "./options.ts";

/** What the methods of one client share. */
export interface Core {
  readonly api: AnyApi;
  readonly service: string;
  readonly transport: Transport;
  readonly onAnswer: ClientOptions["onAnswer"];
  readonly namesOperations: boolean | undefined;
  readonly revision: RevisionInUse;
  /** The operations by name, such as `topics.create`. */
  readonly operations: ReadonlyMap<string, ListedOperation>;
  /** The keys of the fallback requests that this server needs, as earlier calls have shown. */
  readonly preferred: Set<string>;
}

/** The revision that a client uses. */
export interface RevisionInUse {
  /** The revision; undefined until it was given or detected. */
  known(): string | undefined;
  /** Whether the caller gave the revision. If so, the revision is not detected. */
  readonly given: boolean;
  find(options?: CallOptions): Promise<string>;
}

/** A client of any service. See `describeClient`. */
export type Client = Readonly<Record<string, object>>;

/** What distinguishes a kind of service beyond its contract. */
export interface ServiceTraits {
  /** Methods that make several calls, by noun and verb. The client drops nouns that the revision lacks. */
  extras?(client: Client): Readonly<Record<string, object>>;
}
