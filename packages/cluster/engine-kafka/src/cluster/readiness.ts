import { setTimeout as sleep } from "node:timers/promises";
import { type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import type { NodeLinks } from "../wire/link.ts";
import { askBrokers, type Brokers } from "./ask-brokers.ts";
import { mayLoseBroker } from "./losing.ts";
import { endpointOf, type KafkaMembers } from "./members.ts";
import { allPartitionsOn, inSyncOf, isUnderReplicated, type KnownPartition, namedFew, registeredBrokersOn } from "./partitions.ts";
import { askQuorum, type ControllerQuorum, controllerId, isControllerInStep } from "./quorum.ts";

/** Milliseconds for which a check is repeated, and between two attempts. Callers repeat the whole check less often. */
const POLL_TIMEOUT = 1500;
const POLL_INTERVAL = 100;

/** Checks whether nodes are ready, and whether they may be stopped or lost. */
export function readingsOf(
  members: KafkaMembers,
  links: NodeLinks,
  memory: QuorumMemory = { learn: () => undefined, whyNoMajority: () => undefined },
) {
  const context: KafkaReadinessContext = { memory, members, links, brokers: askBrokers(members, { reads: links, changes: links }) };
  return {
    ready: (node: NodeView) => soon(() => (node.podType === CONTROLLER ? controllerReady(context, node) : brokerReady(context, node))),
    mayStop: (node: NodeView) =>
      soon(() => (node.podType === CONTROLLER ? controllerMayStop(context, node) : brokerMayStop(context, node))),
    mayLose: (nodes: readonly NodeView[]) => mayLoseBroker(nodes, members, links),
  };
}

/** The last known state of the controllers, which is used while no leader is known. */
interface QuorumMemory {
  /** Stores the report of the active controller. */
  learn(quorum: ControllerQuorum): void;
  /** Why a leader can never be elected; undefined if one can be elected. */
  whyNoMajority(): string | undefined;
}

interface KafkaReadinessContext {
  readonly members: KafkaMembers;
  readonly links: NodeLinks;
  readonly brokers: Brokers;
  readonly memory: QuorumMemory;
}

/** If a controller refused the request (`isRefused`), repeating the check is useless. */
type KafkaReadiness = Readiness & { readonly isRefused?: boolean };

/** Repeats a check until it succeeds twice in a row, as the first success can be premature; otherwise returns the last failure. */
async function soon(ask: () => Promise<KafkaReadiness>): Promise<Readiness> {
  const until = performance.now() + POLL_TIMEOUT;
  for (let before = false; ; await sleep(POLL_INTERVAL)) {
    const answer = await ask();
    if (answer.ready && before) return answer;
    if (!answer.ready && (answer.isRefused || performance.now() > until)) return answer;
    before = answer.ready;
  }
}

/** Whether a broker is ready: the controllers have registered it, and it is in sync for all of its partitions. */
async function brokerReady({ links }: KafkaReadinessContext, node: NodeView): Promise<Readiness> {
  const endpoint = endpointOf(node);
  if (!endpoint) return notReady("it has not been placed on an agent yet");
  const link = links.to(endpoint);
  const registered = await registeredBrokersOn(link).catch(() => undefined);
  if (!registered) return notReady("it does not answer yet");
  const { index } = node;
  if (!registered.has(index)) return notReady("the controllers have not registered it yet");
  const own = (await allPartitionsOn(link)).filter(({ replicas }) => replicas.includes(index));
  // Partitions without a leader do not count: they wait for their last in-sync replicas, not for this broker.
  const behind = own.filter(({ leader, isr }) => leader >= 0 && !isr.includes(index));
  if (behind.length > 0) return notReady(`${namedFew(behind)} ${behind.length === 1 ? "is" : "are"} catching up`);
  const unled = own.filter(({ leader, isr }) => leader < 0 && isr.includes(index));
  return unled.length > 0 ? notReady(`${namedFew(unled)} ${unled.length === 1 ? "has" : "have"} no leader yet`) : READY;
}

/** Whether a controller is ready: it is a voter and in sync with the leader. */
async function controllerReady({ members, links, memory }: KafkaReadinessContext, node: NodeView): Promise<KafkaReadiness> {
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return { ready: false, ...quorum, reason: memory.whyNoMajority() ?? quorum.reason };
  }
  memory.learn(quorum);
  return isControllerInStep(quorum, controllerId(node)) ? READY : notReady("it is catching up with the active controller");
}

/**
 * A broker may stop if no partition for which the broker is in sync is under-replicated. Partitions with no more replicas than
 * `min.insync.replicas` do not count, because waiting would not help. A note in the result says that these partitions cannot be written
 * while the broker is stopped.
 */
async function brokerMayStop({ brokers }: KafkaReadinessContext, { index }: NodeView): Promise<Readiness> {
  return brokers.read(async (link) => {
    const own = (await allPartitionsOn(link)).filter(({ isr }) => isr.includes(index));
    const inSync = await inSyncOf(link, own);
    const stops = ({ topic, replicas }: KnownPartition) => replicas.length <= (inSync.get(topic) ?? 1);
    const under = own.filter((partition) => isUnderReplicated(partition) && !stops(partition));
    if (under.length > 0) return notReady(`${namedFew(under)} ${under.length === 1 ? "is" : "are"} under-replicated`);
    const stopped = own.filter(stops);
    return stopped.length === 0 ? READY : { ready: true, note: noteOf(stopped) };
  });
}

function noteOf(stopped: readonly KnownPartition[]): string {
  const [has, its] = stopped.length === 1 ? ["has", "its"] : ["have", "their"];
  return `${namedFew(stopped)} ${has} no more copies than min.insync.replicas: ${its} writers wait until the broker is back`;
}

/** A controller may stop if all other controllers are in sync, if it is the only controller, or if a leader can never be elected. */
async function controllerMayStop({ members, links, memory }: KafkaReadinessContext, node: NodeView): Promise<KafkaReadiness> {
  if (members.controllers().length < 2) return READY;
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return memory.whyNoMajority() === undefined ? { ready: false, ...quorum } : READY;
  }
  const others = quorum.currentVoters.filter(({ replicaId }) => replicaId !== controllerId(node));
  const lagging = others.find(({ replicaId }) => !isControllerInStep(quorum, replicaId));
  return lagging ? notReady(`controller-${lagging.replicaId - FIRST_CONTROLLER} is not in sync`) : READY;
}
