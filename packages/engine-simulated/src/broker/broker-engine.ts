import { ReeveError } from "@reeve/contract";
import {
  type Cluster,
  type Engine,
  type EngineContext,
  type NodeView,
  type Readiness,
  roomFor,
} from "@reeve/orchestrator";
import { demandOf } from "@reeve/scheduler-models";
import { type SimulatedBrokers, simulatedSettings } from "../settings.ts";
import type { Process } from "../world/process.ts";
import { retryingStore } from "../world/retrying-store.ts";
import { createTimers } from "../world/timers.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { effectiveSettings } from "./engine-settings.ts";
import { openLedger } from "./ledger.ts";
import { emptyLog } from "./log.ts";
import { followMembership } from "./membership.ts";
import { movePartitions } from "./moves.ts";
import { namedFew, type PartitionEntry } from "./partition.ts";
import { BROKER_PORT, brokerPodSpecs } from "./pod-specs.ts";
import { runProducerTest } from "./producer-test.ts";
import { administerTopics } from "./topics.ts";

/** The sources of chance and time that a test can replace. */
export interface Chance {
  /** At least 0, less than 1. */
  random(): number;
  /** Milliseconds with fractions, for the producer test's measurements. */
  stopwatch(): number;
}

/** The engine whose nodes are simulated brokers. */
export function brokerEngine(worlds: Worlds, chance: Chance): Engine<SimulatedBrokers> {
  return {
    name: "simulated",
    kind: "broker",
    simulated: true,
    internalPods: [],
    settings: simulatedSettings.broker,
    mayShrink: () => ({ ready: true }),
    podSpecs: brokerPodSpecs,
    open: async (context) => openBrokers(context, worlds, chance),
  };
}

function openBrokers(
  context: EngineContext<SimulatedBrokers>,
  worlds: Worlds,
  { random, stopwatch }: Chance,
): Cluster<"broker"> {
  const { instance, clock, definition } = context;
  const store = retryingStore(context.store, clock);
  const world: World = worlds.open(instance);
  world.setPace(() => definition().pace);
  const timers = createTimers(clock, world.pace);
  const ledger = openLedger(store);
  const settings = () => effectiveSettings(definition().engineConfiguration);
  const membership = followMembership(ledger, world, timers, {
    complaint: (process) => complaintOf(process, context),
    rebalances: () => settings().rebalances,
  });
  const topics = administerTopics(ledger, membership, settings, clock.now, random);
  const moves = movePartitions(ledger, membership, timers, settings, context);
  const closing = new AbortController();
  const tests = new Set<Promise<unknown>>();

  /** A producer test under way ends before the cluster closes, so that what it sent is stored. */
  function testProducer(topic: string, messages: number, signal: AbortSignal): Promise<string> {
    const test = runProducerTest(topics.topic(topic), messages, {
      ledger,
      membership,
      timers,
      clock,
      stopwatch,
      signal: AbortSignal.any([signal, closing.signal]),
      minInSync: settings().minInSync,
    });
    tests.add(test);
    return test.finally(() => tests.delete(test));
  }

  /** A successful answer means that the change is stored. */
  const kept =
    <Given extends unknown[], Result>(change: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const result = await change(...given);
      store.expectKept();
      return result;
    };

  const configured = () => Array.from({ length: definition().settings.BROKER_COUNT }, (_, id) => id);

  return {
    sequence: () => ["node"],
    environment: () => ({}),
    async ready({ index }): Promise<Readiness> {
      const reason = membership.absence(index);
      if (reason !== undefined) return { ready: false, reason };
      // Partitions without a leader wait for other brokers, not for this one.
      const behind = [...ledger.behindOn(index)].filter(({ state }) => state.leader >= 0);
      return underReplicated(new Set(behind));
    },
    async mayStop({ index }): Promise<Readiness> {
      // A replica that is not in sync adds no redundancy, so stopping this broker takes none away.
      const lacking = [...ledger.underReplicated].filter(({ state }) => state.isr.includes(index));
      const { minInSync } = settings();
      const stops = ({ replicas }: PartitionEntry) => replicas.length <= minInSync(replicas.length);
      const answer = underReplicated(new Set(lacking.filter((partition) => !stops(partition))));
      if (!answer.ready) return answer;
      const stopped = new Set([...ledger.on(index)].filter((each) => each.state.isr.includes(index) && stops(each)));
      if (stopped.size === 0) return answer;
      const note = namedFew(stopped, "with no more copies than min.insync.replicas");
      return { ready: true, note: `${note}; their writers wait until it is back` };
    },
    async mayLose(nodes): Promise<Readiness> {
      const ids = new Set(nodes.map(({ index }) => index));
      // A broker that has just died counts as in sync until its session ends, and may have lost its volume, too, so it is not another
      // copy.
      const isCopy = (id: number) => !ids.has(id) && membership.answers(id);
      const isOnlyHere = ({ state: { isr }, log }: PartitionEntry) =>
        log !== emptyLog && isr.some((id) => ids.has(id)) && !isr.some(isCopy);
      const only = [...ids].flatMap((id) => [...ledger.on(id)]).filter(isOnlyHere);
      if (only.length === 0) return { ready: true };
      const names = nodes.map(({ id }) => id).join(" and ");
      return {
        ready: false,
        reason: `${namedFew(new Set(only), "in sync nowhere else")}; bring back the other replicas, or force it and lose the data that only ${names} has`,
      };
    },
    before: ({ index }, change) => (change === "leave" ? Promise.resolve(moves.empty(index)) : undefined),
    mayShrink: async (_, to) => roomFor(moves.layout(), to),
    perform: moves.perform,
    administration: {
      ...topics,
      layout: async () => moves.layout(),
      create: kept(topics.create),
      alter: kept(topics.alter),
      delete: kept(topics.delete),
      producerTest: kept(async (topic: string, messages: number, signal: AbortSignal) =>
        testProducer(topic, messages, signal),
      ),
      missing: async () =>
        configured()
          .filter((id) => !membership.answers(id))
          .map(String),
      async connection() {
        const there = context.nodes().filter(({ index, placement }) => placement && membership.answers(index));
        const port = (node: NodeView) => node.placement?.ports.broker ?? 0;
        return {
          address: there.map((node) => `${node.placement?.addresses[0]}:${port(node)}`),
          dns: there.map((node) => `${node.id}.${instance}.simulated.invalid:${port(node)}`),
          vip: `broker.${instance}.simulated.invalid:${definition().ports.broker ?? BROKER_PORT}`,
          coordinator: `coordinator.simulated.invalid:2181/${instance}`,
        };
      },
    },
    async close() {
      closing.abort(new ReeveError("server-failure", "the producer test ended: the cluster was closed"));
      await Promise.allSettled(tests);
      membership.close();
      worlds.close(instance);
    },
  };
}

function underReplicated(partitions: ReadonlySet<PartitionEntry>): Readiness {
  if (partitions.size === 0) return { ready: true };
  return { ready: false, reason: namedFew(partitions, "under-replicated") };
}

/** The memory that the real broker's log cleaner reserves at start; a broker with less does not start. */
const CLEANER_MB = 128;

function complaintOf({ node }: Process, context: EngineContext<SimulatedBrokers>): string | undefined {
  const [task] = context.node(node)?.spec["task-specs"] ?? [];
  const mem = task && demandOf(task).scalars.get("mem");
  if (mem === undefined || mem >= CLEANER_MB) return undefined;
  return `java.lang.OutOfMemoryError: the log cleaner needs ${CLEANER_MB} MB at start, and BROKER_MEM is ${mem}; raise BROKER_MEM`;
}
