import { isIP, isIPv6 } from "node:net";

export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || address === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/**
 * Returns a check whether a Host header may name a service that listens on loopback only. With DNS rebinding, the host name of a foreign
 * web page can point to this machine, so only addresses, `localhost` and this machine's names are accepted.
 */
export function ownHosts(names: ReadonlySet<string>): (host: string | undefined) => boolean {
  // The last accepted Host. It is remembered because most requests have the same Host as the previous request.
  let last: string | undefined;
  return (host) => {
    // HTTP/1.0 allows requests without a Host; browsers always send one.
    if (host === undefined || host === last) return true;
    if (!isOwn(host, names)) return false;
    last = host;
    return true;
  };
}

function isOwn(host: string, names: ReadonlySet<string>): boolean {
  const name = nameOf(host)?.toLowerCase();
  if (name === undefined) return false;
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || names.has(name);
}

/** Whether a Host header is well-formed: a name or an address, with an optional port. */
export function isHostHeader(host: string): boolean {
  // Nearly every host is one of these, and testing takes less time than finding the parts.
  return /^[\w.-]+(?::\d{1,5})?$/.test(host) || nameOf(host) !== undefined;
}

/** The name or address in a Host header, without brackets and port; undefined if the header has neither a name nor an address. */
function nameOf(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.~!$&'()*+,;=%-]*))(?::\d{0,5})?$/i.exec(host) ?? [];
  if (address !== undefined) return isIPv6(address) ? address : undefined;
  return name;
}

/** The host of an absolute-form target, which clients send to proxies; undefined for a path. */
export function hostOfTarget(target: string): string | undefined {
  return target.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
}
