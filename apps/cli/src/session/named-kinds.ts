import { type Kind, kinds, type Settings } from "@reeve/profiles";

/** The configured kinds of service. */
export interface NamedKinds {
  readonly named: readonly Kind[];
  /** Whether one name was given for all kinds: it belongs to one of them, but which is unknown. */
  readonly isOfOne: boolean;
}

/** The configured kinds, for commands about all services. */
export function namedKinds({ service }: Settings): NamedKinds {
  const named = kinds.filter((kind) => service[kind]);
  const texts = new Set(named.map((kind) => `${service[kind]?.origin} ${service[kind]?.value}`));
  return { named, isOfOne: named.length === kinds.length && texts.size === 1 };
}
