import { isIP, isIPv6 } from "node:net";

/** Whether an address is only reachable from this machine. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || address === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/**
 * Tells whether a request's Host may be meant for a service that listens on loopback only. A page of a stranger's whose name is made to lead here
 * (DNS rebinding) asks under that name; addresses, `localhost` and this machine's own names are nobody else's.
 */
export function ownHosts(names: ReadonlySet<string>): (host: string | undefined) => boolean {
  // Most requests come under the same name as the one before.
  let last: string | undefined;
  return (host) => {
    // HTTP/1.0 asks without one; browsers never do.
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

/** Whether it is what a Host header may say: a name or an address, and perhaps a port. */
export function isHostHeader(host: string): boolean {
  return nameOf(host) !== undefined;
}

/** The name or address of a Host header, without brackets and port; undefined where it has neither form. */
function nameOf(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.~!$&'()*+,;=%-]*))(?::\d{0,5})?$/i.exec(host) ?? [];
  if (address !== undefined) return isIPv6(address) ? address : undefined;
  return name;
}

/** The host of a target that is a whole URL, which is how proxies are asked; undefined where it is a path. */
export function hostOfTarget(target: string): string | undefined {
  return target.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
}
