import type { CallOptions, ClientOptions, NodeWaits, PlanWaits, ShowsPlans } from "@reeve/client";
import type { AnyApi, Confirmation } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { ClientTrust } from "@reeve/pictures/wide-column";
import type { KindName } from "@reeve/profiles";
import type { CommandContext } from "../operations/session.ts";

/** What help, completion and parsing need to know about a kind of service. */
export interface ServiceKind {
  readonly api: AnyApi & { readonly name: KindName };
  /** Loads what is needed to call services of this kind. */
  load(): Promise<ServiceParts>;
}

/** The state of a whole instance. */
export interface Summary {
  /** The state in one sentence. */
  readonly text: string;
  /** Whether the instance serves clients at all. */
  readonly serves: boolean;
}

/** What is needed to call a service and to show its answers. */
export interface ServiceParts {
  createClient(options: ClientOptions): ServiceClient;
  /** The renderers of the service's answers. */
  readonly pictures: AnyPictures;
  /** Describes the state of a whole instance in one sentence; only the Reeve service can answer this. */
  summary?(client: ServiceClient, options: CallOptions): Promise<Summary>;
  /** Says how clients connect to real nodes, for kinds where a list of addresses is not enough. */
  howToConnect?(addresses: readonly string[], tls?: ClientTrust): string;
  /** Further columns or lines of `-o wide`, by what a list is of. */
  readonly wideTables?: Readonly<Record<string, WideTable>>;
  /** Facts that a confirmation shows, which need requests. */
  readonly details?: Partial<Readonly<Record<NonNullable<Confirmation["detail"]>, (command: CommandContext) => Promise<string>>>>;
  /** Where the result of the operation is stored; undefined if the server does not say it. */
  placeOf?(command: CommandContext): Promise<string | undefined>;
  /** Why a deleted name is still listed, if it will stay. */
  whyNotDeleted?(command: CommandContext, options: CallOptions): Promise<string | undefined>;
}

/** Renders a list with more columns or lines, which may need more requests; undefined if the server does not answer these requests. */
type WideTable = (value: never, command: CommandContext) => Promise<readonly string[] | undefined>;

/** What the clients of all kinds have. */
export type ServiceClient = ShowsPlans & { readonly plans: PlanWaits; readonly nodes: Pick<NodeWaits, "wait"> };
