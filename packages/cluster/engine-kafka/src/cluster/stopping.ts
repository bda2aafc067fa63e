import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { inSyncOf } from "./in-sync.ts";
import { isUnderReplicated, type KnownPartition, namedFew, partitionsOn } from "./partitions.ts";
import { askQuorum, isControllerInStep } from "./quorum.ts";
import type { KafkaReadiness, KafkaReadinessContext } from "./readiness.ts";

/**
 * A broker may stop if no partition for which the broker is in sync is under-replicated. Partitions with no more replicas than
 * `min.insync.replicas` do not count, because waiting would not help. A note in the result says that these partitions cannot be written
 * while the broker is stopped.
 */
export async function brokerMayStop({ brokers }: KafkaReadinessContext, { index }: NodeView): Promise<Readiness> {
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
  return `${namedFew(stopped)} ${has} no more copies than min.insync.replicas: ${its} writers wait until the broker is back`;
}

/** A controller may stop if all other controllers are in sync, if it is the only controller, or if a leader can never be elected. */
export async function controllerMayStop({ members, links, memory }: KafkaReadinessContext, { index }: NodeView): Promise<KafkaReadiness> {
  if (members.controllers().length < 2) return { ready: true };
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) {
    return memory.whyNoMajority() === undefined ? { ready: false, ...quorum } : { ready: true };
  }
  const lagging = quorum.currentVoters.filter(({ replicaId }) => replicaId !== idOf(index) && !isControllerInStep(quorum, replicaId));
  return lagging.length > 0
    ? not(`controller-${(lagging[0]?.replicaId ?? FIRST_CONTROLLER) - FIRST_CONTROLLER} is not in sync`)
    : { ready: true };
}

function idOf(index: number): number {
  return FIRST_CONTROLLER + index;
}

function not(reason: string): Readiness {
  return { ready: false, reason };
}
