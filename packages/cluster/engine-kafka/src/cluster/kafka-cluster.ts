import { isIP } from "node:net";
import { roomFor } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import type { Provisioner } from "@reeve/java-software";
import type { Cluster, EngineContext, Layout, NodeView, Readiness, Store } from "@reeve/orchestrator/engine";
import { endsOf } from "../administration/ends.ts";
import { administerGroups } from "../administration/groups.ts";
import type { Moves } from "../administration/moves.ts";
import { movesOf } from "../administration/moves.ts";
import { offsetsAt } from "../administration/offsets.ts";
import { runProducerTest } from "../administration/producer-test.ts";
import { administerSettings } from "../administration/topic-settings.ts";
import type { Topics } from "../administration/topics.ts";
import { administerTopics } from "../administration/topics.ts";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { leadersComeBack } from "../settings/leader-rebalance.ts";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { writeEndpoint } from "../wire/endpoint.ts";
import type { Link } from "../wire/link.ts";
import type { NodeLinks } from "../wire/links.ts";
import { openLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import type { Brokers } from "./ask-brokers.ts";
import { askBrokers, READ_TIMEOUT } from "./ask-brokers.ts";
import { clusterId } from "./cluster-id.ts";
import type { ControllerEpochs } from "./controller-epoch.ts";
import { controllerEpochs } from "./controller-epoch.ts";
import { hintsOf, kafkaToolsOf, nodeEnvironmentOf } from "./environment.ts";
import { MIN_IN_SYNC } from "./in-sync.ts";
import { layoutOf } from "./layout.ts";
import type { Leaving } from "./leaving.ts";
import { leavingOf } from "./leaving.ts";
import type { KafkaMembers } from "./members.ts";
import { kafkaMembersOf } from "./members.ts";
import { askQuorum } from "./quorum.ts";
import { readingsOf } from "./readiness.ts";
import type { Throttle } from "./throttle.ts";
import { throttleOf } from "./throttle.ts";
import type { Voters } from "./voters.ts";
import { rememberedVoters } from "./voters.ts";

const YES: Readiness = { ready: true };

/** What administers the brokers of one instance. */
interface Parts {
  readonly context: EngineContext<KafkaDefinition>;
  readonly provisioner: Provisioner;
  readonly store: Store;
  readonly definition: () => KafkaDefinition;
  readonly reads: NodeLinks;
  readonly changes: NodeLinks;
  readonly members: KafkaMembers;
  readonly closing: AbortController;
  readonly released: () => void;
  readonly brokers: Brokers;
  readonly epochs: ControllerEpochs;
  readonly voters: Voters;
  readonly topics: Topics;
  readonly throttle: Throttle;
  readonly moves: Moves;
  readonly leaving: Leaving;
  readonly tests: Set<Promise<unknown>>;
}

/** Opens the administration of one cluster of brokers. */
export function openKafkaCluster(context: EngineContext<KafkaDefinition>, provisioner: Provisioner): Cluster<"broker"> {
  const { store, definition } = context;
  const reads = openLinks(context.reach);
  const changes = openLinks(context.reach);
  const members = kafkaMembersOf(context);
  const closing = new AbortController();
  const released = provisioner.need();
  const brokers = askBrokers(members, { reads, changes });
  const epochs = controllerEpochs(context, () => askQuorum(members, changes));
  const voters = rememberedVoters(context, () => members.placedControllers().map(({ node }) => node));
  const topics = administerTopics({
    brokers,
    controllerEpoch: epochs.current,
    isInSyncGiven: () => MIN_IN_SYNC in definition().engineConfiguration,
  });
  const throttle = throttleOf(store, () => leadingController(parts));
  const moves = movesOf({ brokers, members, reads, throttle });
  const leaving = leavingOf({ layout: () => layout(parts), moves, throttle, leader: () => leadingController(parts) });
  const tests = new Set<Promise<unknown>>();
  const parts: Parts = {
    context,
    provisioner,
    store,
    definition,
    reads,
    changes,
    members,
    closing,
    released,
    brokers,
    epochs,
    voters,
    topics,
    throttle,
    moves,
    leaving,
    tests,
  };

  return {
    sequence: ({ podType }) => (podType === CONTROLLER ? ["format", "node"] : ["node"]),
    environment: (node) => nodeEnvironmentOf(node, clusterId(store)),
    prepare: async (node, _task, { report, image }) => {
      const tools = image ? {} : kafkaToolsOf(await provisioner.prepare({ report }));
      return { ...tools, ...hintsOf(node, members, isFormed(parts)) };
    },
    ...readingsOf(members, changes, {
      learn(quorum) {
        epochs.learn(quorum);
        voters.learn(quorum);
      },
      whyNoMajority: voters.whyNoMajority,
    }),
    before: (node, change) => (change === "leave" && node.podType === BROKER ? leaving.empty(node) : undefined),
    after: async (node, change) => (change === "leave" && node.podType === BROKER ? leaving.unregister(node) : YES),
    mayShrink: async (podType, to) => (podType === BROKER ? roomFor(await layout(parts), to) : YES),
    atRest: () => moves.settle(leadersComeBack(definition()) ? "first" : "any"),
    perform: moves.perform,
    administration: {
      ...topics.administration,
      ...administerSettings({
        ...{ brokers, partitions: topics.partitions },
        given: () => definition().engineConfiguration,
      }),
      groups: administerGroups({ brokers, members, reads, changes, ends: endsOf({ brokers, members, reads }) }),
      offsets: (topic, time) => offsetsAt(topic, time, { members, links: reads, partitions: topics.partitions }),
      producerTest: (topic, messages, signal) => testProducer(parts, topic, messages, signal),
      layout: () => layout(parts),
      async missing() {
        const there = await present(parts);
        const configured = Array.from({ length: definition().settings.BROKER_COUNT }, (_, id) => id);
        return configured.filter((id) => !there.has(id)).map(String);
      },
      async connection() {
        const there = await present(parts);
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
          ...(quorum && { coordinator: `${writeEndpoint(quorum.endpoint)}/${context.instance}` }),
        };
      },
    },
    close: () => close(parts),
  };
}

function ipOf({ placement }: NodeView): string | undefined {
  return placement?.addresses.find((address) => isIP(address) !== 0);
}

function layout({ context, members, brokers, reads }: Parts): Promise<Layout> {
  return layoutOf(context, members, brokers, reads);
}

/**
 * Returns a connection to the active controller. Some changes of a broker's settings must go there, because other brokers refuse them.
 */
async function leadingController({ members, changes }: Parts): Promise<Link> {
  const { leaderId, ...quorum } = await askQuorum(members, changes);
  const leader = members.controllers().find(({ node }) => FIRST_CONTROLLER + node.index === leaderId);
  if (leader) return changes.to(leader.endpoint);
  throw new ReeveError("unreachable", "reason" in quorum ? quorum.reason : "the active controller is not running");
}

/** Refuses if this process reaches the brokers only at other addresses, because clients use the addresses that brokers name. */
async function expectNear({ members, context }: Parts): Promise<void> {
  for (const { endpoint } of members.brokers()) {
    const reached = await context.reach?.(endpoint);
    if (!reached || reached.host === endpoint.host) continue;
    throw new ReeveError(
      "conflict",
      "the producer test is a client, and clients on the service's machine cannot connect to the brokers; run the service where they can",
    );
  }
}

async function testProducer(parts: Parts, topic: string, messages: number, signal: AbortSignal): Promise<string> {
  const { topics, provisioner, members, closing, tests } = parts;
  await topics.partitions(topic);
  await expectNear(parts);
  const tools = await provisioner.prepare();
  const test = runProducerTest(topic, messages, {
    tools,
    environment: provisioner.environment,
    bootstrap: members.brokers().map(({ endpoint }) => writeEndpoint(endpoint)),
    signal: AbortSignal.any([signal, closing.signal]),
  });
  tests.add(test);
  return test.finally(() => tests.delete(test));
}

/**
 * Whether there is a quorum that the first controller can join: a leader was known at some time, and there are other controllers. Without
 * other controllers, a first controller that has lost its volume forms a new quorum.
 */
function isFormed({ epochs, members }: Parts): boolean {
  return epochs.isKnown() && members.placedControllers().some(({ node }) => node.index > 0);
}

/** The ids of the brokers that the controllers count as running. */
async function present({ brokers, members }: Parts): Promise<ReadonlySet<number>> {
  const { metadataV12 } = await protocol();
  const ask = (link: Link) => link.call(metadataV12.api, [[], false, false], READ_TIMEOUT);
  const known = await brokers.read(ask).catch((error) => {
    // If no broker should be running, the result is an empty list. Otherwise the list is unknown, so the error is thrown.
    if (members.brokers().some(({ node }) => node.state === "running")) throw error;
  });
  return new Set(known?.brokers.map(({ nodeId }) => nodeId));
}

async function close({ closing, released, tests, reads, changes }: Parts): Promise<void> {
  closing.abort(new ReeveError("server-failure", "the cluster was closed"));
  released();
  await Promise.allSettled(tests);
  reads.close();
  changes.close();
}
