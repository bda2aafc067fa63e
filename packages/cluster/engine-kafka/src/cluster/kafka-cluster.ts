import { roomFor } from "@reeve/broker-planning";
import { javaEnvironment, type Provisioner } from "@reeve/java-software";
import { type Cluster, type EngineContext, READY } from "@reeve/orchestrator/engine";
import { administerGroups } from "../administration/groups.ts";
import { movesOf } from "../administration/moves.ts";
import { offsetsAt } from "../administration/offsets.ts";
import { producerTests } from "../administration/producer-test.ts";
import { administerSettings } from "../administration/topic-settings.ts";
import { administerTopics } from "../administration/topics.ts";
import { type KafkaDefinition, leadersComeBack } from "../settings/kafka-settings.ts";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { openAccess } from "./ask-brokers.ts";
import { connectionOf, presentBrokers } from "./connection.ts";
import { controllerEpochs } from "./controller-epoch.ts";
import { clusterId, hintsOf, nodeEnvironmentOf } from "./environment.ts";
import { layoutOf } from "./layout.ts";
import { emptyBroker, unregisterBroker } from "./leaving.ts";
import { MIN_IN_SYNC } from "./partitions.ts";
import { activeController, askQuorum } from "./quorum.ts";
import { readingsOf } from "./readiness.ts";
import { throttleOf } from "./throttle.ts";
import { rememberedVoters } from "./voters.ts";

/** Opens the administration of one cluster of brokers. */
export function openKafkaCluster(context: EngineContext<KafkaDefinition>, provisioner: Provisioner): Cluster<"broker"> {
  const { store, definition } = context;
  const access = openAccess(context);
  const { members, reads, changes, brokers } = access;
  const given = () => definition().engineConfiguration;
  const controller = () => activeController(members, changes);
  const layout = () => layoutOf(context, access);
  const epochs = controllerEpochs(context, () => askQuorum(members, changes));
  const voters = rememberedVoters(context, () => members.placedControllers().map(({ node }) => node));
  const throttle = throttleOf(store, controller);
  const moves = movesOf({ ...access, throttle });
  const topics = administerTopics({ brokers, controllerEpoch: epochs.current, isInSyncGiven: () => MIN_IN_SYNC in given() });
  const tests = producerTests(context, members, provisioner);
  const released = provisioner.need();
  /**
   * Whether there is a quorum that the first controller can join: a leader was known at some time, and there are other controllers. Without
   * other controllers, a first controller that has lost its volume forms a new quorum.
   */
  const isFormed = () => epochs.isKnown() && members.placedControllers().some(({ node }) => node.index > 0);

  return {
    sequence: ({ podType }) => (podType === CONTROLLER ? ["format", "node"] : ["node"]),
    environment: (node) => nodeEnvironmentOf(node, clusterId(store)),
    prepare: async (node, _task, { report, image }) => {
      const tools = image ? {} : javaEnvironment(await provisioner.prepare({ report }));
      return { ...tools, ...hintsOf(node, members, isFormed()) };
    },
    ...readingsOf(members, changes, {
      learn(quorum) {
        epochs.learn(quorum);
        voters.learn(quorum);
      },
      whyNoMajority: voters.whyNoMajority,
    }),
    before: (node, change) =>
      change === "leave" && node.podType === BROKER ? layout().then((now) => emptyBroker(node, now, moves, throttle)) : undefined,
    after: async (node, change) => (change === "leave" && node.podType === BROKER ? unregisterBroker(node, await controller()) : READY),
    mayShrink: async (podType, to) => (podType === BROKER ? roomFor(await layout(), to) : READY),
    atRest: () => moves.settle(leadersComeBack(definition()) ? "first" : "any"),
    perform: moves.perform,
    administration: {
      ...topics.administration,
      ...administerSettings({ brokers, partitions: topics.partitions, given }),
      groups: administerGroups(access),
      offsets: (topic, time) => offsetsAt(topic, time, { members, reads, partitions: topics.partitions }),
      async producerTest(topic, messages, signal) {
        await topics.partitions(topic);
        return tests.run(topic, messages, signal);
      },
      layout,
      async missing() {
        const there = await presentBrokers(access);
        const configured = Array.from({ length: definition().settings.BROKER_COUNT }, (_, id) => id);
        return configured.filter((id) => !there.has(id)).map(String);
      },
      connection: () => connectionOf(context.instance, access),
    },
    async close() {
      released();
      await tests.close();
      reads.close();
      changes.close();
    },
  };
}
