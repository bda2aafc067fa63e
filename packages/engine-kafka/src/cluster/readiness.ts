import { setTimeout as sleep } from "node:timers/promises";
import type { NodeView, Readiness } from "@reeve/orchestrator";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { endpointOf } from "../wire/endpoint.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { askBrokers, type Brokers, READ } from "./ask-brokers.ts";
import { inSyncOf } from "./in-sync.ts";
import { mayLose } from "./losing.ts";
import type { Members } from "./members.ts";
import { isUnderReplicated, type KnownPartition, namedFew, partitionsOn } from "./partitions.ts";
import { askQuorum, isInStep, type Quorum } from "./quorum.ts";

/** Whether nodes are ready, and whether they may be taken down. */
export interface Readings {
  ready(node: NodeView): Promise<Readiness>;
  mayStop(node: NodeView): Promise<Readiness>;
  mayLose(nodes: readonly NodeView[]): Promise<Readiness>;
}

/** Milliseconds for which one question goes on being asked here, and between two tries: whoever polls comes less often. */
const PATIENCE = 1500;
const BETWEEN = 100;

export function readingsOf(
  members: Members,
  links: Links,
  memory: Memory = { learn: () => undefined, whyNoMajority: () => undefined },
): Readings {
  const look = {
    memory,
    members,
    links,
    brokers: askBrokers(members, { reads: links, changes: links }),
  };
  return {
    ready: (node) => soon(() => (node.podType === CONTROLLER ? controllerReady(look, node) : brokerReady(look, node))),
    mayStop: (node) =>
      soon(() => (node.podType === CONTROLLER ? controllerMayStop(look, node) : brokersInStep(look, node))),
    mayLose: (nodes) => mayLose(nodes, members, links),
  };
}

/** What is remembered of the controllers while none of them leads. */
export interface Memory {
  /** Is told what the controller that leads knows. */
  learn(quorum: Quorum): void;
  /** Why no leader can be elected whatever is waited for, where that is so. */
  whyNoMajority(): string | undefined;
}

interface Look {
  readonly members: Members;
  readonly links: Links;
  readonly brokers: Brokers;
  readonly memory: Memory;
}

/** Not now, and not in a moment either. */
type Answer = Readiness & { readonly isRefused?: boolean };

/** Asks until it is so twice in a row, for the first yes can be early; after a while it is said what is in the way. */
async function soon(ask: () => Promise<Answer>): Promise<Readiness> {
  const until = performance.now() + PATIENCE;
  for (let before = false; ; await sleep(BETWEEN)) {
    const answer = await ask();
    if (answer.ready && before) return answer;
    if (!answer.ready && (answer.isRefused || performance.now() > until)) return answer;
    before = answer.ready;
  }
}

/** A broker is ready when it lists itself among the brokers, and leads or follows each of its partitions in step. */
async function brokerReady({ links }: Look, node: NodeView): Promise<Readiness> {
  const endpoint = endpointOf(node);
  if (!endpoint) return not("it has not been placed");
  const link = links.to(endpoint);
  const { metadataV12 } = await protocol();
  const answer = await link.call(metadataV12.api, [[], false, false], READ).catch(() => undefined);
  if (!answer) return not("it does not answer yet");
  const { index } = node;
  if (!answer.brokers.some(({ nodeId }) => nodeId === index)) return not("the controllers have not let it in yet");
  const own = ((await partitionsOn(link, "all")) ?? []).filter(({ replicas }) => replicas.includes(index));
  // A partition that nobody leads waits for those of its replicas that were in sync last.
  const behind = own.filter(({ leader, isr }) => leader >= 0 && !isr.includes(index));
  if (behind.length > 0) return not(`${namedFew(behind)} ${behind.length === 1 ? "is" : "are"} catching up`);
  const unled = own.filter(({ leader, isr }) => leader < 0 && isr.includes(index));
  return unled.length > 0 ? not(`${namedFew(unled)} has no leader yet`) : { ready: true };
}

/**
 * No broker is taken down that is in sync with a partition which lacks a copy. What it is not in sync with loses nothing without it. A partition that
 * has no more copies than must be in sync cannot be written to without one of them, whenever that is: it is named, and waited for by none.
 */
async function brokersInStep({ brokers }: Look, { index }: NodeView): Promise<Readiness> {
  return brokers.read(async (link) => {
    const all = (await partitionsOn(link, "all")) ?? [];
    const own = all.filter(({ isr }) => isr.includes(index));
    const inSync = await inSyncOf(link, [...new Set(own.map(({ topic }) => topic))]);
    const stops = ({ topic, replicas }: KnownPartition) => replicas.length <= (inSync.get(topic) ?? 1);
    const under = own.filter((partition) => isUnderReplicated(partition) && !stops(partition));
    if (under.length > 0) return not(`${namedFew(under)} ${under.length === 1 ? "is" : "are"} under-replicated`);
    const stopped = own.filter(stops);
    return stopped.length === 0 ? { ready: true } : { ready: true, note: noteOf(stopped) };
  });
}

function noteOf(stopped: readonly KnownPartition[]): string {
  const [has, its] = stopped.length === 1 ? ["has", "its"] : ["have", "their"];
  return `${namedFew(stopped)} ${has} no more copies than min.insync.replicas: ${its} writers wait until it is back`;
}

/** A controller is ready when it has a vote, and is where the leader is. */
async function controllerReady({ members, links, memory }: Look, { index }: NodeView): Promise<Answer> {
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return { ready: false, ...quorum, reason: memory.whyNoMajority() ?? quorum.reason };
  }
  memory.learn(quorum);
  return isInStep(quorum, idOf(index)) ? { ready: true } : not("it is catching up with the controller that leads");
}

/** One of several controllers may go when all others are in step; the only one may always, and any where no leader can be elected with it either. */
async function controllerMayStop({ members, links, memory }: Look, { index }: NodeView): Promise<Answer> {
  if (members.controllers().length < 2) return { ready: true };
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return memory.whyNoMajority() === undefined ? { ready: false, ...quorum } : { ready: true };
  }
  const lagging = quorum.currentVoters.filter(
    ({ replicaId }) => replicaId !== idOf(index) && !isInStep(quorum, replicaId),
  );
  return lagging.length > 0
    ? not(`controller-${(lagging[0]?.replicaId ?? FIRST_CONTROLLER) - FIRST_CONTROLLER} is not in step`)
    : { ready: true };
}

function idOf(index: number): number {
  return FIRST_CONTROLLER + index;
}

function not(reason: string): Readiness {
  return { ready: false, reason };
}
