import { ReeveError } from "@reeve/contract";
import { type Kind, kindNamed, kinds, type Settings } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
import type { ServiceKind } from "./kind.ts";

/** The declarations of a kind, and then its client and pictures, are loaded on first use. */
const loaders: Readonly<Record<Kind, () => Promise<ServiceKind>>> = {
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

/** The names of all kinds of service. */
export const serviceNames: readonly Kind[] = Object.keys(loaders) as Kind[];

/** Loads a kind of service by its name or alias. */
export async function serviceKind(name: string): Promise<ServiceKind> {
  const kind = kindNamed(name);
  if (kind) return loaders[kind]();
  const advice = didYouMean(name, serviceNames) || ` There are: ${serviceNames.join(", ")}.`;
  throw new ReeveError("bad-input", `${JSON.stringify(name)} is not a kind of service.${advice}`);
}

/** The kinds of service for which a service name is configured. */
interface NamedKinds {
  readonly named: readonly Kind[];
  /** Whether the settings give a single service name without a kind. The kind of this service is then unknown. */
  readonly isOfOne: boolean;
}

/** The configured kinds, for commands that concern all services. */
export function namedKinds({ service }: Settings): NamedKinds {
  const named = kinds.filter((kind) => service[kind]);
  const texts = new Set(named.map((kind) => `${service[kind]?.origin} ${service[kind]?.value}`));
  return { named, isOfOne: named.length === kinds.length && texts.size === 1 };
}
