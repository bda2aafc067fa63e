import { type Kind, kinds, type Settings } from "@reeve/profiles";

/** The kinds of service for which a service name is configured. */
export interface NamedKinds {
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
