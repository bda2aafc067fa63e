import { setTimeout as sleep } from "node:timers/promises";
import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { endpointOf } from "../wire/endpoint.ts";
import type { NodeLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { askBrokers, type Brokers, READ_TIMEOUT } from "./ask-brokers.ts";
import { mayLoseBroker } from "./losing.ts";
import type { KafkaMembers } from "./members.ts";
import { namedFew, partitionsOn } from "./partitions.ts";
import { askQuorum, type ControllerQuorum, isControllerInStep } from "./quorum.ts";
import { brokerMayStop, controllerMayStop } from "./stopping.ts";

/** Checks whether nodes are ready, and whether they may be stopped. */
export interface Readings {
  ready(node: NodeView): Promise<Readiness>;
  mayStop(node: NodeView): Promise<Readiness>;
  mayLose(nodes: readonly NodeView[]): Promise<Readiness>;
}

/**
 * For how many milliseconds a check is repeated, and how many milliseconds pass between two attempts. Callers repeat the whole check less
 * often.
 */
const POLL_TIMEOUT = 1500;
const POLL_INTERVAL = 100;

export function readingsOf(
  members: KafkaMembers,
  links: NodeLinks,
  memory: QuorumMemory = { learn: () => undefined, whyNoMajority: () => undefined },
): Readings {
  const context = {
    memory,
    members,
    links,
    brokers: askBrokers(members, { reads: links, changes: links }),
  };
  return {
    ready: (node) => soon(() => (node.podType === CONTROLLER ? controllerReady(context, node) : brokerReady(context, node))),
    mayStop: (node) => soon(() => (node.podType === CONTROLLER ? controllerMayStop(context, node) : brokerMayStop(context, node))),
    mayLose: (nodes) => mayLoseBroker(nodes, members, links),
  };
}

/** The last known state of the controllers, which is used while no leader is known. */
export interface QuorumMemory {
  /** Stores the report of the active controller. */
  learn(quorum: ControllerQuorum): void;
  /** Why a leader can never be elected; undefined if one can be elected. */
  whyNoMajority(): string | undefined;
}

export interface KafkaReadinessContext {
  readonly members: KafkaMembers;
  readonly links: NodeLinks;
  readonly brokers: Brokers;
  readonly memory: QuorumMemory;
}

/** If a controller refused the request (`isRefused`), repeating the check is useless. */
export type KafkaReadiness = Readiness & { readonly isRefused?: boolean };

/**
 * Repeats a check until it succeeds twice in a row, because the first success can be premature. After the timeout, returns the last
 * failure.
 */
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
  if (!endpoint) return not("it has not been placed on an agent yet");
  const link = links.to(endpoint);
  const { metadataV12 } = await protocol();
  const answer = await link.call(metadataV12.api, [[], false, false], READ_TIMEOUT).catch(() => undefined);
  if (!answer) return not("it does not answer yet");
  const { index } = node;
  if (!answer.brokers.some(({ nodeId }) => nodeId === index)) return not("the controllers have not registered it yet");
  const own = ((await partitionsOn(link, "all")) ?? []).filter(({ replicas }) => replicas.includes(index));
  // Partitions without a leader do not count: they wait for their last in-sync replicas, not for this broker.
  const behind = own.filter(({ leader, isr }) => leader >= 0 && !isr.includes(index));
  if (behind.length > 0) return not(`${namedFew(behind)} ${behind.length === 1 ? "is" : "are"} catching up`);
  const unled = own.filter(({ leader, isr }) => leader < 0 && isr.includes(index));
  return unled.length > 0 ? not(`${namedFew(unled)} ${unled.length === 1 ? "has" : "have"} no leader yet`) : { ready: true };
}

/** Whether a controller is ready: it is a voter and in sync with the leader. */
async function controllerReady({ members, links, memory }: KafkaReadinessContext, { index }: NodeView): Promise<KafkaReadiness> {
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return { ready: false, ...quorum, reason: memory.whyNoMajority() ?? quorum.reason };
  }
  memory.learn(quorum);
  return isControllerInStep(quorum, idOf(index)) ? { ready: true } : not("it is catching up with the active controller");
}

function idOf(index: number): number {
  return FIRST_CONTROLLER + index;
}

function not(reason: string): Readiness {
  return { ready: false, reason };
}
