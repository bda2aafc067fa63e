/** Who has which port of this machine, though it may not listen on it at the moment. */
export interface PortLedger {
  /** Gives a port to an owner; where another one has it, its name instead. */
  claim(owner: string, port: number): string | undefined;
  /** Takes all other ports from an owner. */
  keepOnly(owner: string, ports: readonly number[]): void;
}

export function createPortLedger(): PortLedger {
  const owners = new Map<number, string>();
  return {
    claim: (owner, port) => {
      const other = owners.get(port);
      if (other !== undefined && other !== owner) return other;
      owners.set(port, owner);
      return undefined;
    },
    keepOnly: (owner, ports) => {
      for (const [port, who] of owners) if (who === owner && !ports.includes(port)) owners.delete(port);
      for (const port of ports) owners.set(port, owner);
    },
  };
}
