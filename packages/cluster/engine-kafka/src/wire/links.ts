import { type NodeEndpoint, writeEndpoint } from "./endpoint.ts";
import { type Link, openLink, type Reach } from "./link.ts";

/** One connection to each node of a cluster. */
export interface NodeLinks {
  to(endpoint: NodeEndpoint): Link;
  close(): void;
}

export function openLinks(reach?: Reach): NodeLinks {
  const links = new Map<string, Link>();
  let closed = false;
  return {
    to(endpoint) {
      const key = writeEndpoint(endpoint);
      const link = links.get(key) ?? openLink(endpoint, reach);
      links.set(key, link);
      if (closed) link.close();
      return link;
    },
    close() {
      closed = true;
      for (const link of links.values()) link.close();
    },
  };
}
