import { isIP, isIPv6 } from "node:net";

/** Whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || address === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/**
 * Whether a Host header may name a service that listens on loopback only. DNS rebinding makes a foreign page's name point here, so only
 * addresses, `localhost` and this machine's names are accepted.
 */
export function ownHosts(names: ReadonlySet<string>): (host: string | undefined) => boolean {
  // Most requests have the same Host as the one before.
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
  return nameOf(host) !== undefined;
}

/** The name or address of a Host header, without brackets and port; undefined where it has neither form. */
function nameOf(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.~!$&'()*+,;=%-]*))(?::\d{0,5})?$/i.exec(host) ?? [];
  if (address !== undefined) return isIPv6(address) ? address : undefined;
  return name;
}

/** The host of an absolute-form target, which proxies get; undefined for a path. */
export function hostOfTarget(target: string): string | undefined {
  return target.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
}
