import { hostname } from "node:os";

/**
 * The names and loopback addresses of this machine, the host on which the service listens (unless the service listens on all addresses),
 * and further names by which clients reach the service.
 */
export function hostNames(host: string, more: readonly string[] = []): readonly string[] {
  const wildcard = host === "0.0.0.0" || host === "::";
  return [...new Set(["localhost", "127.0.0.1", "::1", nameOf(hostname()), ...(wildcard ? [] : [host]), ...more])];
}

/** A host name without the characters that a certificate must not contain. */
export function nameOf(host: string): string {
  return host.replaceAll(/[^A-Za-z0-9.-]/g, "-").slice(0, 60) || "localhost";
}
