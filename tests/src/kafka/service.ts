import { type BrokerClient, createBrokerClient } from "@reeve/broker-client";
import { type InstanceInput, type ServiceProgram, serviceProgram } from "../service-program.ts";

/** The service as a program with one instance of real brokers. */
export interface BrokerProgram extends ServiceProgram<BrokerClient<"R3">> {
  /** Requests a path of the instance once. */
  read(path: string): Promise<Response>;
  /** Bootstrap addresses for clients of the brokers. */
  bootstrap(): Promise<readonly string[]>;
}

export function brokerProgram(first: InstanceInput): BrokerProgram {
  const program = serviceProgram("kafka", first, (reached) => createBrokerClient({ ...reached, revision: "R3" }));
  return Object.assign(program, {
    read: (path: string) =>
      fetch(`${program.url}/service/${program.name}/v1${path}`, {
        headers: { authorization: `token=${program.token}` },
      }),
    async bootstrap() {
      const { pods, nodes } = program.client;
      return Promise.all(
        (await pods.list()).map(async (node) => {
          const [[info], { addresses }] = await Promise.all([pods.info({ node }), nodes.show({ node })]);
          const ports = info?.info.resources?.find((resource) => resource.name === "ports");
          return `${addresses[0]}:${ports?.ranges?.range[0]?.begin}`;
        }),
      );
    },
  });
}
