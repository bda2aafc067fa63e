import { type BrokerClient, createBrokerClient } from "@reeve/broker-client";
import { type InstanceInput, type Reached, type ServiceProgram, serviceProgram } from "../service-program.ts";
import { bootstrapOf } from "./bootstrap.ts";

/** The program of the service, with one instance of real brokers. */
export interface BrokerProgram extends ServiceProgram<BrokerClient<"R3">> {
  /** Sends one request for a path of the instance. */
  read(path: string): Promise<Response>;
  /** The bootstrap addresses for clients. */
  bootstrap(): Promise<readonly string[]>;
}

export function brokerProgram(first: InstanceInput, file?: readonly string[]): BrokerProgram {
  const connect = (reached: Reached) => createBrokerClient({ ...reached, revision: "R3" });
  const program = serviceProgram("kafka", first, connect, {}, file);
  return Object.assign(program, {
    read: (path: string) =>
      fetch(`${program.url}/service/${program.name}/v1${path}`, {
        headers: { authorization: `token=${program.token}` },
      }),
    bootstrap: () => bootstrapOf(program.client),
  });
}
