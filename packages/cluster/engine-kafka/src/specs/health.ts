import type { HealthCheck } from "@reeve/orchestrator/engine";

/**
 * A request for the supported API versions. A healthy node answers it to any client, without asking other nodes. A node that hangs accepts
 * connections but never responds.
 */
const API_VERSIONS = Buffer.from("0000000a0012000000000007ffff", "hex").toString("base64");

/** Detects a hanging node within a minute. Pauses for garbage collection are shorter, so they do not count as hanging. */
export function healthCheck(port: string): HealthCheck {
  return { port, send: API_VERSIONS, interval: 5, timeout: 5, failures: 4 };
}
