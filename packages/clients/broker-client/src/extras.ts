import { type BrokerNodeInput, type BrokerRevision, replacePod, restartPod } from "@reeve/broker-models";
import {
  type Client,
  type HasNodes,
  type ListsPods,
  type NodeWaits,
  nodeWaits,
  type PlanWaits,
  type PodWaits,
  planWaits,
  podWaits,
} from "@reeve/client";
import { checkInput } from "@reeve/contract";
import { type BrokerWaits, brokerWaits } from "./broker-waits.ts";
import type { HasBrokers } from "./recover-broker.ts";
import { inSync, type ReportsReplication } from "./replication.ts";
import { type TopicWaits, topicWaits } from "./topic-waits.ts";

/** The methods that make several calls, if the revision has the operations for them. */
export type BrokerExtras<Revision extends BrokerRevision | undefined> = {
  readonly plans: PlanWaits;
  readonly topics: TopicWaits;
  readonly nodes: NodeWaits;
} & ([Revision] extends ["R1" | "R2"]
  ? { readonly brokers: BrokerWaits }
  : [Revision] extends ["R3"]
    ? { readonly pods: PodWaits<BrokerNodeInput> }
    : [Revision] extends [BrokerRevision]
      ? unknown
      : { readonly brokers: BrokerWaits; readonly pods: PodWaits<BrokerNodeInput> });

/** The additional methods as an object for `createClient`. */
export function extras(client: Client): Readonly<Record<string, object>> {
  // The cast is safe, because `createClient` drops the methods of nouns that the revision lacks.
  const broker = client as unknown as HasBrokers & HasNodes & ListsPods & ReportsReplication;
  const topics = topicWaits(broker);
  return {
    plans: planWaits(broker),
    topics,
    nodes: nodeWaits(broker),
    brokers: brokerWaits(broker, topics),
    pods: podWaits(broker, nodeOf, { watch: () => inSync(broker), wait: topics.waitInSync }),
  };
}

function nodeOf(input: BrokerNodeInput, verb: "restart" | "replace"): string {
  return checkInput(verb === "replace" ? replacePod : restartPod, input).node;
}
