import { isIP } from "node:net";

/**
 * Returns the option of a TLS connection that names the node in the expected certificate. Without this option, the certificate is compared
 * with the address of the connection, which can be an IP address or the address of a forwarded port.
 */
export function agentCertificateName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}
