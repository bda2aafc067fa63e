import { lookup } from "node:dns/promises";
import type { Address } from "@reeve/orchestrator";
import type { Client } from "./api/client.ts";
import { forwardPort } from "./api/forward.ts";
import type { Forwarded } from "./api/forwarded.ts";

/** Connects to nodes from outside the cluster. */
export interface Reach {
  /**
   * Resolves with the address itself if this machine can resolve its host name, otherwise with a local port that is forwarded to the
   * address.
   */
  to(address: Address): Promise<Address>;
  close(): Promise<void>;
}

/** Forwards ports of pods on demand, through the API server. */
export function openReach(client: Client, podAt: (host: string) => string | undefined): Reach {
  const forwarded = new Map<string, Promise<Forwarded>>();
  return {
    to: async (address) => {
      const { host, port } = address;
      if (await isKnown(host)) return address;
      const key = `${host}:${port}`;
      const pod = () => {
        const name = podAt(host);
        if (name === undefined) throw new Error(`there is no pod at ${host}`);
        return name;
      };
      const opening = forwarded.get(key) ?? forwardPort({ client, pod, port });
      forwarded.set(key, opening);
      opening.catch(() => forwarded.delete(key));
      return { host: "127.0.0.1", port: (await opening).port };
    },
    close: async () => {
      for (const each of forwarded.values()) await (await each.catch(() => undefined))?.close();
    },
  };
}

async function isKnown(host: string): Promise<boolean> {
  return lookup(host).then(
    () => true,
    () => false,
  );
}
