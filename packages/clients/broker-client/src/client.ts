import { type BrokerNodeInput, type BrokerRevision, brokerApi, replaceBrokerPod, restartBrokerPod } from "@reeve/broker-models";
import {
  type Client,
  type ClientOptions,
  createClient,
  type ExtrasOf,
  type HasNodes,
  type ListsPods,
  type MethodsOf,
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

/** The options of a client of a message broker service. */
export type BrokerClientOptions<Revision extends BrokerRevision | undefined = BrokerRevision | undefined> = ClientOptions<Revision>;

/**
 * A client of a message broker service: the operations of its revision, and methods that need more than one call. Without a revision it has
 * all operations; calling one that the server's revision lacks is an error.
 */
export type BrokerClient<Revision extends BrokerRevision | undefined = undefined> = {
  readonly [Noun in keyof MethodsOf<typeof brokerApi, Revision>]: BrokerNoun<Noun, Revision>;
};

/** The methods of one noun. A named type keeps type errors short. */
export type BrokerNoun<
  Noun extends keyof MethodsOf<typeof brokerApi, Revision>,
  Revision extends BrokerRevision | undefined = undefined,
> = MethodsOf<typeof brokerApi, Revision>[Noun] & ExtrasOf<BrokerExtras<Revision>, Noun>;

/** Makes a client of a message broker service. The first call loads the adapter and opens connections. */
export function createBrokerClient<const Revision extends BrokerRevision | undefined = undefined>(
  options: BrokerClientOptions<Revision>,
): BrokerClient<Revision> {
  // The additional methods are added by name, so a cast is needed; this package's tests check that they exist.
  return createClient(brokerApi, options, { extras }) as BrokerClient<Revision>;
}

/** The methods that make several calls, if the revision has the operations for them. */
type BrokerExtras<Revision extends BrokerRevision | undefined> = {
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
function extras(client: Client): Readonly<Record<string, object>> {
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
  return checkInput(verb === "replace" ? replaceBrokerPod : restartBrokerPod, input).node;
}
