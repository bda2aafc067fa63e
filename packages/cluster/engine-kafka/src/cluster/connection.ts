import { isIP } from "node:net";
import type { BrokerConnection } from "@reeve/broker-models";
import type { NodeView } from "@reeve/orchestrator/engine";
import { writeEndpoint } from "../wire/link.ts";
import type { KafkaAccess } from "./ask-brokers.ts";
import { registeredBrokersOn } from "./partitions.ts";

/** The ids of the brokers that the controllers count as running. */
export async function presentBrokers({ brokers, members }: KafkaAccess): Promise<ReadonlySet<number>> {
  return brokers.read(registeredBrokersOn).catch((error) => {
    // If no broker should be running, the result is an empty list. Otherwise the list is unknown, so the error is thrown.
    if (members.brokers().some(({ node }) => node.state === "running")) throw error;
    return new Set<number>();
  });
}

/** The addresses at which clients connect to the brokers. */
export async function connectionOf(instance: string, access: KafkaAccess): Promise<BrokerConnection> {
  const { members } = access;
  const there = await presentBrokers(access);
  const matches = members.brokers().filter(({ node }) => there.has(node.index));
  matches.sort((a, b) => a.node.index - b.node.index);
  const [bootstrap] = [...matches, ...members.placedBrokers()];
  const [quorum] = members.placedControllers();
  return {
    address: matches.map(({ node, endpoint }) => writeEndpoint({ ...endpoint, host: ipOf(node) ?? endpoint.host })),
    dns: matches.map(({ node, endpoint }) => `${node.placement?.hostname}:${endpoint.port}`),
    // Every broker tells its clients the addresses of all brokers, so one that runs stands for all of them.
    ...(bootstrap && { vip: writeEndpoint(bootstrap.endpoint) }),
    // The controllers are the coordination service. They serve only this instance, whose name is the path.
    ...(quorum && { coordinator: `${writeEndpoint(quorum.endpoint)}/${instance}` }),
  };
}

function ipOf({ placement }: NodeView): string | undefined {
  return placement?.addresses.find((address) => isIP(address) !== 0);
}
