import type { NodeView } from "@reeve/orchestrator";

/** The address of a node. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The address of a node once it has been placed; its port is named after its kind. */
export function endpointOf({ placement, podType }: NodeView): Endpoint | undefined {
  const host = placement?.addresses[0];
  const port = placement?.ports[podType];
  return host === undefined || port === undefined ? undefined : { host, port };
}

export function writeEndpoint({ host, port }: Endpoint): string {
  return `${host}:${port}`;
}
