/** Records which node owns which port of which address on this machine, even while the node does not listen there. */
export interface PortLedger {
  /** Assigns a port to an owner. If another owner has the port, returns the name of that owner. */
  claim(owner: string, endpoint: LocalEndpoint): string | undefined;
  /** Releases all ports of an owner except the given ones. */
  keepOnly(owner: string, endpoints: readonly LocalEndpoint[]): void;
  /** Whether another owner has a port at an address. */
  isOthers(owner: string, host: string): boolean;
}

export interface LocalEndpoint {
  readonly host: string;
  readonly port: number;
}

export function createPortLedger(): PortLedger {
  const owners = new Map<string, { readonly owner: string; readonly host: string }>();
  const keyOf = ({ host, port }: LocalEndpoint) => `${host} ${port}`;
  return {
    claim: (owner, endpoint) => {
      const other = owners.get(keyOf(endpoint))?.owner;
      if (other !== undefined && other !== owner) return other;
      owners.set(keyOf(endpoint), { owner, host: endpoint.host });
      return undefined;
    },
    keepOnly: (owner, endpoints) => {
      const kept = new Set(endpoints.map(keyOf));
      for (const [key, other] of owners) if (other.owner === owner && !kept.has(key)) owners.delete(key);
      for (const endpoint of endpoints) owners.set(keyOf(endpoint), { owner, host: endpoint.host });
    },
    isOthers: (owner, host) => [...owners.values()].some((each) => each.host === host && each.owner !== owner),
  };
}

/** All ports of a node, each with the node's address. */
export function endpointsOf(host: string, ports: Readonly<Record<string, number>>): readonly LocalEndpoint[] {
  return Object.values(ports).map((port) => ({ host, port }));
}
