/** Tells which client a request is from. */
export interface Clients {
  isProxy(address: string): boolean;
  /** The client of a connection from this address, with this `X-Forwarded-For` header. */
  of(address: string, forwarded: string | readonly string[] | undefined): string;
}

/** The header counts only on connections from trusted proxies, because any client can send it. */
export function createClients(trustedProxies: readonly string[]): Clients {
  const proxies = new Set(trustedProxies);
  const isProxy = (address: string) => proxies.has(address.replace(/^::ffff:/, ""));
  return {
    isProxy,
    of: (address, forwarded) => {
      if (proxies.size === 0 || forwarded === undefined || !isProxy(address)) return address;
      const named = String(forwarded)
        .split(",")
        .map((each) => each.trim());
      // Each proxy appends the address that it has seen, so the last address of no proxy is the client.
      return named.findLast((each) => each !== "" && !isProxy(each)) ?? address;
    },
  };
}
