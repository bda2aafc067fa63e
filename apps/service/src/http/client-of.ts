import { isIPv6 } from "node:net";

/**
 * Returns the key under which a client's requests are counted. All addresses of an IPv6 network count as one client, because one host can
 * have all of them.
 */
export function clientOf(address: string): string {
  if (!address.includes(":")) return address;
  // The zone of an address names a network interface on this machine, so a client cannot choose it.
  const [plain = "", zone] = address.split("%");
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  if (isMapped(groups)) return bytesOf(groups.slice(6)).join(".");
  const network = groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
  return zone === undefined ? network : `${network}%${zone}`;
}

/** Returns all eight groups, with zeros in place of `::`. */
function groupsOf(address: string): readonly number[] {
  const [before = "", after] = address.split("::");
  const first = written(before);
  const last = written(after ?? "");
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function written(part: string): readonly number[] {
  return part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? pairs(group) : [parse(group)]));
}

const parse = (group: string) => Number.parseInt(group, 16);

/** Returns the two groups that an IPv4 address fills at the end of an IPv6 address. */
function pairs(dotted: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** Whether the address is that of an IPv4 client on a socket that accepts IPv4 and IPv6. */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function bytesOf(groups: readonly number[]): readonly number[] {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}

export type Clients = ReturnType<typeof createClients>;

/**
 * Tells which client a request is from. The header `X-Forwarded-For` counts only on connections from trusted proxies, because any client
 * can send it.
 */
export function createClients(trustedProxies: readonly string[]) {
  const proxies = new Set(trustedProxies);
  const isProxy = (address: string) => proxies.has(address.replace(/^::ffff:/, ""));
  return {
    isProxy,
    /** The client of a connection from this address, with this `X-Forwarded-For` header. */
    of: (address: string, forwarded: string | readonly string[] | undefined): string => {
      if (proxies.size === 0 || forwarded === undefined || !isProxy(address)) return address;
      const named = String(forwarded)
        .split(",")
        .map((each) => each.trim());
      // Each proxy appends the address that it has seen, so the last address of no proxy is the client.
      return named.findLast((each) => each !== "" && !isProxy(each)) ?? address;
    },
  };
}
