import type { BrokerClient } from "@reeve/broker-client";

/** The addresses of all brokers, for clients. */
export async function bootstrapOf({ pods, nodes }: BrokerClient<"R3">): Promise<readonly string[]> {
  return Promise.all(
    (await pods.list()).map(async (node) => {
      const [[info], { addresses }] = await Promise.all([pods.info({ node }), nodes.show({ node })]);
      const ports = info?.info.resources?.find((resource) => resource.name === "ports");
      return `${addresses[0]}:${ports?.ranges?.range[0]?.begin}`;
    }),
  );
}
