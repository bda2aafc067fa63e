import { type Kind, kinds, type Settings } from "@reeve/profiles";

/** The kinds of service that are set. */
export interface NamedKinds {
  readonly named: readonly Kind[];
  /** Whether one name was said for all kinds: then it is of one of them, and nobody has said of which. */
  readonly isOfOne: boolean;
}

/** Which kinds are set, for commands that are about all of them. */
export function namedKinds({ service }: Settings): NamedKinds {
  const named = kinds.filter((kind) => service[kind]);
  const said = new Set(named.map((kind) => `${service[kind]?.origin} ${service[kind]?.value}`));
  return { named, isOfOne: named.length === kinds.length && said.size === 1 };
}
