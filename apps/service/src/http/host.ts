import { isIP } from "node:net";

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
  const name = (host.startsWith("[") ? host.slice(1, host.indexOf("]")) : host.replace(/:\d+$/, "")).toLowerCase();
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || names.has(name);
}
