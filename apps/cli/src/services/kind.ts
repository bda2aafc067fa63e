import type { CallOptions, ClientOptions, NodeWaits, PlanWaits, ShowsPlans } from "@reeve/client";
import { type AnyApi, type Confirmation, ReeveError } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { ClientTrust } from "@reeve/pictures/wide-column";
import { type KindName, kindNamed, kinds, type Settings } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
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

/** The declarations of a kind, and then its client and pictures, are loaded on first use. */
const loaders: Readonly<Record<KindName, () => Promise<ServiceKind>>> = {
  broker: async () => ({
    api: (await import("@reeve/broker-models")).brokerApi,
    load: async () => (await import("./broker.ts")).brokerParts,
  }),
  "wide-column": async () => ({
    api: (await import("@reeve/wide-column-models")).wideColumnApi,
    load: async () => (await import("./wide-column.ts")).wideColumnParts,
  }),
  "file-system": async () => ({
    api: (await import("@reeve/file-system-models")).fileSystemApi,
    load: async () => (await import("./file-system.ts")).fileSystemParts,
  }),
};

/** Loads a kind of service by its name or alias. */
export async function serviceKind(name: string): Promise<ServiceKind> {
  const kind = kindNamed(name);
  if (kind) return loaders[kind]();
  const advice = didYouMean(name, kinds) || ` There are: ${kinds.join(", ")}.`;
  throw new ReeveError("bad-input", `${JSON.stringify(name)} is not a kind of service.${advice}`);
}

/**
 * The kinds of service for which a service name is configured, for commands that concern all services. `isOfOne` is set if the settings
 * give a single service name without a kind, so that the kind of this service is unknown.
 */
export function namedKinds({ service }: Settings): { readonly named: readonly KindName[]; readonly isOfOne: boolean } {
  const named = kinds.filter((kind) => service[kind]);
  const texts = new Set(named.map((kind) => `${service[kind]?.origin} ${service[kind]?.value}`));
  return { named, isOfOne: named.length === kinds.length && texts.size === 1 };
}
