import { isIP } from "node:net";

/** Whether an address is only reachable from this machine. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || address === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/**
 * Whether a request's Host may be meant for a service that listens on loopback only. A page of a stranger's whose name is made to lead here
 * (DNS rebinding) asks under that name; addresses, `localhost` and this machine's own name are nobody else's.
 */
export function isOwnHost(host: string | undefined, names: ReadonlySet<string>): boolean {
  // HTTP/1.0 asks without one; browsers never do.
  if (host === undefined) return true;
  const name = (host.startsWith("[") ? host.slice(1, host.indexOf("]")) : host.replace(/:\d+$/, "")).toLowerCase();
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || names.has(name);
}
