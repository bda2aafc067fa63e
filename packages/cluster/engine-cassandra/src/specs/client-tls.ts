import type { ClientTls } from "../settings/cassandra-settings.ts";

/** The file with a node's key and certificate. The database reads both of them from one file. */
export const CLIENT_TLS_FILE = {
  name: "client-tls",
  "relative-path": "etc/client-tls.pem",
  "template-content": "{{CLIENT_TLS_KEY}}{{CLIENT_TLS_CERTIFICATE}}",
} as const;

/** Returns the lines of `cassandra.yaml` that configure TLS for clients. */
export function clientTlsLines(clientTls: ClientTls): readonly string[] {
  if (clientTls === false) return [];
  return [
    "client_encryption_options:",
    "  enabled: true",
    // With this setting, nodes also accept clients without TLS on the same port.
    `  optional: ${clientTls === "optional"}`,
    `  keystore: ${JSON.stringify(`{{MESOS_SANDBOX}}/${CLIENT_TLS_FILE["relative-path"]}`)}`,
    "  ssl_context_factory: { class_name: org.apache.cassandra.security.PEMBasedSslContextFactory }",
  ];
}
