import { checkBrokerSettings, roomFor } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import {
  avoid,
  type Cluster,
  type Engine,
  type EngineContext,
  inTemplate,
  type NodeView,
  notReady,
  podSpec,
  READY,
  type Readiness,
  resourceSet,
  suggestionFor,
  taskSpec,
} from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import { memoryLimitOf, type SimulatedBrokers, simulatedEngine, simulatedSettings } from "../settings.ts";
import type { SimulationOptions } from "../simulation.ts";
import { openSimulation } from "../world/open-simulation.ts";
import type { Timers } from "../world/timers.ts";
import type { Process, World, Worlds } from "../world/world.ts";
import { type EffectiveSettings, effectiveSettings, retentionOf } from "./engine-settings.ts";
import { simulateGroups } from "./groups.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { emptyLog } from "./log.ts";
import { followMembership, type Membership } from "./membership.ts";
import { movePartitions } from "./moves.ts";
import { namedFewEntries, type PartitionEntry } from "./partition.ts";
import { simulateProducerTest } from "./producer-test.ts";
import { administerSimulatedTopics } from "./topics.ts";
import { followRecordTraffic, type RecordTraffic } from "./traffic.ts";

/** The sources of random numbers and of time, which tests can replace. */
type Chance = Required<Pick<SimulationOptions, "random" | "stopwatch">>;

/** Creates the engine whose nodes are simulated brokers. */
export function brokerEngine(worlds: Worlds, chance: Chance): Engine<SimulatedBrokers> {
  return {
    ...simulatedEngine,
    kind: "broker",
    settings: simulatedSettings.broker,
    mayShrink: () => READY,
    podSpecs: brokerPodSpecs,
    open: async (context) => openBrokers(context, worlds, chance),
  };
}

/** The parts of one simulated cluster of brokers. */
export interface BrokerParts extends Chance, Pick<EngineContext<SimulatedBrokers>, "clock" | "nodes" | "definition"> {
  readonly ledger: Ledger;
  readonly world: World;
  readonly timers: Timers;
  readonly membership: Membership;
  readonly traffic: RecordTraffic;
  settings(): EffectiveSettings;
}

function openBrokers(context: EngineContext<SimulatedBrokers>, worlds: Worlds, chance: Chance): Cluster<"broker"> {
  const { instance, clock, nodes, definition } = context;
  const { store, world, timers } = openSimulation(context, worlds, (index) => traffic.bytesOn(index));
  const ledger = openLedger(store);
  const settings = () => effectiveSettings(definition().engineConfiguration, definition().settings.BROKER_COUNT);
  const membership = followMembership(ledger, world, timers, {
    startError: (process) => startErrorOf(process, context),
    rebalances: () => settings().leadersComeBack === "at intervals",
  });
  const traffic = followRecordTraffic({
    ...{ ledger, now: clock.now, level: world.traffic },
    retention: (topic) => retentionOf(settings(), ledger.settings(topic)),
  });
  const parts: BrokerParts = { ...chance, clock, nodes, definition, ledger, world, timers, membership, traffic, settings };
  const topics = administerSimulatedTopics(parts);
  const groups = simulateGroups(parts);
  const moves = movePartitions(parts);
  const closing = new AbortController();
  const tests = new Set<Promise<unknown>>();

  /** Runs a producer test. When the cluster closes, it waits for running tests, so that their records are stored. */
  async function testProducer(topic: string, messages: number, signal: AbortSignal): Promise<string> {
    const test = simulateProducerTest(topics.topic(topic), messages, AbortSignal.any([signal, closing.signal]), parts);
    tests.add(test);
    return test.finally(() => tests.delete(test));
  }

  /** Wraps a function that changes the cluster, so that it reports success only after the change has been stored. */
  const kept =
    <Input extends unknown[], Result>(change: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> => {
      const result = await change(...input);
      store.expectKept();
      return result;
    };

  const configured = () => Array.from({ length: definition().settings.BROKER_COUNT }, (_, id) => id);

  return {
    sequence: () => ["node"],
    environment: () => ({}),
    ready: async ({ index }) => ready(index, ledger, membership),
    mayStop: async ({ index }) => mayStop(index, ledger, settings().minInSync),
    mayLose: async (nodes) => mayLose(nodes, ledger, membership),
    before: ({ index }, change) => (change === "leave" ? Promise.resolve(moves.empty(index)) : undefined),
    mayShrink: async (_, to) => roomFor(moves.layout(), to),
    atRest: async () => moves.settle(settings().leadersComeBack === "never" ? "any" : "first"),
    perform: moves.perform,
    administration: {
      ...topics,
      layout: async () => moves.layout(),
      create: kept(topics.create),
      createWith: kept(topics.createWith),
      configure: kept(topics.configure),
      groups: { ...groups, commit: kept(groups.commit), delete: kept(groups.delete) },
      alter: kept(topics.alter),
      delete: kept(topics.delete),
      producerTest: kept(testProducer),
      missing: async () =>
        configured()
          .filter((id) => !membership.answers(id))
          .map(String),
      async connection() {
        const there = nodes().filter(({ index, placement }) => placement && membership.answers(index));
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
      groups.close();
      traffic.close();
      membership.close();
      worlds.close(instance);
    },
  };
}

function ready(index: number, ledger: Ledger, membership: Membership): Readiness {
  const reason = membership.absence(index);
  if (reason !== undefined) return notReady(reason);
  // Partitions without a leader do not count, because the broker cannot catch up on them now.
  const behind = [...ledger.behindOn(index)].filter(({ state }) => state.leader >= 0);
  return underReplicated(new Set(behind));
}

function mayStop(index: number, ledger: Ledger, minInSync: EffectiveSettings["minInSync"]): Readiness {
  // Partitions for which this broker is not in sync are left out, because they lose no in-sync replica if the broker stops.
  const lacking = [...ledger.underReplicated].filter(({ state }) => state.isr.includes(index));
  const stops = (partition: PartitionEntry) => partition.replicas.length <= minInSync(partition);
  const answer = underReplicated(new Set(lacking.filter((partition) => !stops(partition))));
  if (!answer.ready) return answer;
  const stopped = new Set([...ledger.on(index)].filter((each) => each.state.isr.includes(index) && stops(each)));
  if (stopped.size === 0) return answer;
  const note = namedFewEntries(stopped, "with no more copies than min.insync.replicas");
  return { ready: true, note: `${note}; their writers wait until the broker is back` };
}

function mayLose(nodes: readonly NodeView[], ledger: Ledger, membership: Membership): Readiness {
  const ids = new Set(nodes.map(({ index }) => index));
  // A killed broker is listed as in sync until its session ends. It does not count here, because its volume may be lost.
  const isCopy = (id: number) => !ids.has(id) && membership.answers(id);
  const isOnlyHere = ({ state: { isr }, log }: PartitionEntry) => log !== emptyLog && isr.some((id) => ids.has(id)) && !isr.some(isCopy);
  const only = [...ids].flatMap((id) => [...ledger.on(id)]).filter(isOnlyHere);
  if (only.length === 0) return READY;
  const names = nodes.map(({ id }) => id).join(" and ");
  return notReady(
    `${namedFewEntries(new Set(only), "in sync on no other broker")}; bring back the other replicas, or force the operation and lose the data that only ${names} has`,
  );
}

function underReplicated(partitions: ReadonlySet<PartitionEntry>): Readiness {
  if (partitions.size === 0) return READY;
  return notReady(namedFewEntries(partitions, "under-replicated"));
}

/** The megabytes that the log cleaner of a real broker reserves. A broker with less memory fails to start. */
const CLEANER_MB = 128;

function startErrorOf({ node }: Process, context: EngineContext<SimulatedBrokers>): string | undefined {
  const mem = memoryLimitOf(context.node(node));
  if (mem === undefined || mem >= CLEANER_MB) return undefined;
  return `java.lang.OutOfMemoryError: the log cleaner needs ${CLEANER_MB} MB at start, and BROKER_MEM is ${mem}; raise BROKER_MEM`;
}

const BROKER_PORT = 9092;

function brokerPodSpecs(instance: string, definition: SimulatedBrokers): readonly PodSpec[] {
  const { settings, uris, engineConfiguration, ports } = definition;
  checkBrokerSettings(engineConfiguration, settings.BROKER_COUNT);
  for (const name of Object.keys(ports)) {
    if (name === "broker") continue;
    throw new ReeveError("bad-input", `ports: a simulated broker has no port ${name}${suggestionFor(name, ["broker"])}`);
  }
  const resources = {
    cpus: settings.BROKER_CPUS,
    mem: settings.BROKER_MEM,
    ports: [{ name: "broker", number: ports.broker ?? BROKER_PORT, variable: "BROKER_PORT" }],
    volume: { size: settings.BROKER_DISK, type: settings.BROKER_DISK_TYPE, path: "broker-data" },
  };
  const content = serverProperties(engineConfiguration);
  const task = taskSpec({
    resources: resourceSet("broker-resources", resources, definition),
    command: { value: "reeve-simulated broker etc/server.properties", environment: { SERVICE_NAME: instance } },
    files: [{ name: "server-properties", "relative-path": "etc/server.properties", "template-content": content }],
  });
  return [
    podSpec(definition, {
      type: "broker",
      count: settings.BROKER_COUNT,
      uris: [uris.engineUri, uris.javaUri, uris.overriderUri].filter((uri) => uri !== ""),
      tasks: [task],
      placement: settings.PLACEMENT_STRATEGY === "NODE" ? avoid("broker") : avoid(),
    }),
  ];
}

function serverProperties(engineConfiguration: SimulatedBrokers["engineConfiguration"]): string {
  const given = Object.entries(engineConfiguration)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${inTemplate(name, value, String)}`);
  const own = [
    "# A simulated broker: this file is checked as a real one's would be, and otherwise not read.",
    "broker.id={{POD_INSTANCE_INDEX}}",
    "listeners=PLAINTEXT://0.0.0.0:{{BROKER_PORT}}",
    "log.dirs={{MESOS_SANDBOX}}/broker-data",
  ];
  return `${[...own, ...given].join("\n")}\n`;
}
