import type { Address, NodeView } from "@reeve/orchestrator/engine";

/** The address of a node; undefined until the node is placed. The port of a node has the name of the node's pod type. */
export function endpointOf({ placement, podType }: NodeView): Address | undefined {
  const host = placement?.addresses[0];
  const port = placement?.ports[podType];
  return host === undefined || port === undefined ? undefined : { host, port };
}

export function writeEndpoint({ host, port }: Address): string {
  return `${host}:${port}`;
}
