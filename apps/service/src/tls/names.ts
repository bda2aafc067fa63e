import { hostname } from "node:os";

/** The names of the files in the state folder that contain the authority of the service's own certificate, and that certificate. */
export const CA_FILE = "ca.crt";
export const CA_KEY_FILE = "ca.key";
export const SERVER_FILE = "server.crt";
export const SERVER_KEY_FILE = "server.key";

/** An authority's name in its certificates, and its files in the state folder. */
export interface AuthorityFiles {
  readonly name: string;
  readonly certificate: string;
  readonly key: string;
}

export const API_AUTHORITY: AuthorityFiles = { name: "Reeve", certificate: CA_FILE, key: CA_KEY_FILE };

/** The authority of nodes is another one, so that no certificate of a node can be that of the service. */
export const NODE_AUTHORITY: AuthorityFiles = { name: "Nodes of Reeve", certificate: "nodes-ca.crt", key: "nodes-ca.key" };

/**
 * The names and loopback addresses of this machine, the host on which the service listens (unless the service listens on all addresses),
 * and further names by which clients reach the service.
 */
export function hostNames(host: string, more: readonly string[] = []): readonly string[] {
  const wildcard = host === "0.0.0.0" || host === "::";
  return [...new Set(["localhost", "127.0.0.1", "::1", certificateHost(hostname()), ...(wildcard ? [] : [host]), ...more])];
}

/** A host name without the characters that a certificate must not contain. */
export function certificateHost(host: string): string {
  return host.replaceAll(/[^A-Za-z0-9.-]/g, "-").slice(0, 60) || "localhost";
}
