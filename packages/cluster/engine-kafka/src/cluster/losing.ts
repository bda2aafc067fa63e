import { setTimeout as sleep } from "node:timers/promises";
import { idsOf, mayRun, type NodeView, notReady, READY, type Readiness, reasonOf } from "@reeve/orchestrator/engine";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { askLink, type Link, type NodeLinks } from "../wire/link.ts";
import type { KafkaMember, KafkaMembers } from "./members.ts";
import { allPartitionsOn, type KnownPartition, namedFew, registeredBrokersOn } from "./partitions.ts";
import { activeController, answeringControllers, askQuorum, controllerId, isControllerInStep } from "./quorum.ts";

/** Whether other running nodes have in-sync copies of all data of the given nodes. Only those other nodes are asked. */
export async function mayLoseBroker(nodes: readonly NodeView[], members: KafkaMembers, links: NodeLinks): Promise<Readiness> {
  const controllers = nodes.filter(({ podType }) => podType === CONTROLLER);
  const brokers = nodes.filter(({ podType }) => podType !== CONTROLLER);
  const others: KafkaMembers = {
    ...members,
    brokers: () => members.brokers().filter(({ node }) => !nodes.some(({ id }) => id === node.id)),
  };
  if (controllers.length > 0) {
    const answer = await mayLoseControllers(controllers, members, links);
    if (!answer.ready) return answer;
  }
  return brokers.length > 0 ? mayLoseBrokers(brokers, others, links) : READY;
}

async function mayLoseBrokers(lost: readonly NodeView[], others: KafkaMembers, links: NodeLinks): Promise<Readiness> {
  const unknown = (why: string) => notReady(`cannot determine which partitions have in-sync replicas only on ${idsOf(lost)}: ${why}`);
  const leader = await activeController(others, links).catch(reasonOf);
  if (typeof leader === "string") return unknown(leader);
  let view: View | undefined;
  try {
    view = await currentView(others.brokers(), links, leader, idsOf(lost));
  } catch (error) {
    return unknown(`the controllers cannot store anything (${reasonOf(error)})`);
  }
  if (!view) {
    const away = others.placedBrokers().filter(({ node }) => !lost.some(({ id }) => id === node.id));
    const help = away.length > 0 ? `; bring back ${idsOf(away.map(({ node }) => node))}` : "";
    return unknown(`no other broker answers${help}, or force the operation`);
  }
  const { brokers, partitions } = view;
  // The session of a stopped broker takes some seconds to end. Until then, the controllers may still list the broker as the last in-sync
  // replica.
  const listed = lost.filter(({ state, index }) => !mayRun({ state }) && brokers.has(index));
  if (listed.length > 0) return notReady(`the cluster has not noticed yet that ${idsOf(listed)} stopped`);
  const ids = new Set(lost.map(({ index }) => index));
  const running = new Set(others.brokers().flatMap(({ node }) => (node.state === "running" ? [node.index] : [])));
  const held = partitions.filter(({ replicas }) => replicas.some((id) => ids.has(id)));
  return readinessToLose(
    held.filter(({ isr }) => !isr.some((id) => running.has(id))),
    lost,
  );
}

/** Not ready if one of the partitions has no in-sync replica on another running broker. */
function readinessToLose(only: readonly KnownPartition[], lost: readonly NodeView[]): Readiness {
  if (only.length === 0) return READY;
  const ids = new Set(lost.map(({ index }) => index));
  const notLost = (brokers: readonly number[]) => brokers.filter((id) => !ids.has(id)).map((id) => `broker-${id}`);
  const down = notLost(only.flatMap(({ isr }) => isr));
  // A replica that is not in sync can only copy from one that is. If only the stopped broker has an in-sync replica, starting other brokers
  // does not help.
  const stopped = down.length === 0 && !lost.some(mayRun);
  const others = down.length > 0 ? down : notLost(only.flatMap(({ replicas }) => replicas));
  const help = [...new Set(stopped ? lost.map(({ id }) => id) : others)].sort().join(", ");
  const [are, have] = only.length === 1 ? ["is", "has"] : ["are", "have"];
  const state = down.length > 0 ? `${have} no in-sync replica on another running broker` : `${are} in sync only on ${idsOf(lost)}`;
  return notReady(`${namedFew(only)} ${state}; ${help && `bring back ${help}, or `}force the operation`);
}

/** Whether controllers may be lost: a majority of all controllers has to remain in sync, so that their decisions survive. */
async function mayLoseControllers(lost: readonly NodeView[], members: KafkaMembers, links: NodeLinks): Promise<Readiness> {
  const count = members.placedControllers().length;
  if (count <= lost.length) {
    return notReady(
      `only ${idsOf(lost)} has the list of topics: restore its volume, or force the operation and lose all topics with their records`,
    );
  }
  const [quorum, answering] = await Promise.all([askQuorum(members, links), answeringControllers(members, links)]);
  if (quorum.leaderId === undefined) {
    return notReady(
      `no majority of the controllers remains without ${idsOf(lost)} (${quorum.reason}); bring back other controllers or their volumes: until then the brokers' data stays on the brokers' volumes, but is unreachable`,
    );
  }
  const ids = new Set(lost.map(controllerId));
  const inStep = quorum.currentVoters.filter(
    ({ replicaId }) => !ids.has(replicaId) && answering.has(replicaId) && isControllerInStep(quorum, replicaId),
  );
  if (inStep.length > quorum.currentVoters.length / 2) return READY;
  const help = "bring the other controllers back first, because without a majority the brokers' data is unreachable";
  return notReady(`${inStep.length} of ${quorum.currentVoters.length} controllers would be in sync, which is no majority; ${help}`);
}

interface View {
  /** The brokers that the controllers count as running. */
  readonly brokers: ReadonlySet<number>;
  readonly partitions: readonly KnownPartition[];
}

/** Returns the view of the first broker that has applied all earlier decisions of the controllers; undefined if no broker has. */
async function currentView(brokers: readonly KafkaMember[], links: NodeLinks, leader: Link, purpose: string): Promise<View | undefined> {
  const mark = await storeMark(leader, `reeve ${purpose}`);
  try {
    return await Promise.any(
      brokers.map(async ({ endpoint }) => {
        const link = links.to(endpoint);
        if (!(await mark.reaches(link))) throw new Error("the broker has not applied the latest decisions of the controllers");
        return viewOf(link);
      }),
    );
  } catch {
    return undefined;
  } finally {
    // If the mark cannot be removed, this does no harm: the next mark replaces it.
    await mark.remove().catch(() => undefined);
  }
}

async function viewOf(link: Link): Promise<View> {
  // The brokers are read before the partitions, so that the partitions are at least as new as the brokers.
  const brokers = await registeredBrokersOn(link);
  return { brokers, partitions: await allPartitionsOn(link) };
}

/** The timeout for a broker to show a stored mark, and the time between two polls, in milliseconds. */
const SHOWN_TIMEOUT = 1500;
const BETWEEN = 20;

/** Marks are smaller than this number, so that a double holds them exactly. */
const VALUES = 2 ** 40;

/**
 * Stores a mark: a new value that the active controller has stored. It shows how current a broker is: a broker that shows this value has
 * also applied all earlier decisions of the controllers. The mark is the quota of a client that does not exist, because every broker shows
 * quotas. A comparison of positions in the metadata log is not enough: for a while, a broker that was suspended answers from an outdated
 * state.
 */
async function storeMark(leader: Link, name: string) {
  const value = 1 + Math.floor(Math.random() * VALUES);
  const entities = [{ entityType: "client-id" as const, entityName: name }];
  const alter = async (remove: boolean) => {
    const key = "consumer_byte_rate" as const;
    const entries = [{ entities, ops: [remove ? { key, remove } : { key, remove, value }] }];
    const answer = await askLink(leader, (kafka) => kafka.alterClientQuotasV1, [entries, false]);
    const refusal = answer.entries.find(({ errorCode }) => errorCode !== 0);
    if (refusal) throw new Error(refusal.errorMessage ?? `error ${refusal.errorCode}`);
  };
  const isShown = async (broker: Link) => {
    const component = { entityType: "client-id" as const, matchType: 0 as const, match: name };
    const { entries } = await askLink(broker, (kafka) => kafka.describeClientQuotasV1, [[component], true]);
    return (entries ?? []).some(({ values }) => values.some((quota) => quota.value === value));
  };
  await alter(false);
  return {
    /** Polls a broker until it shows the mark; false if it does not do so before the timeout. */
    async reaches(broker: Link): Promise<boolean> {
      for (const until = performance.now() + SHOWN_TIMEOUT; performance.now() < until; await sleep(BETWEEN)) {
        if (await isShown(broker)) return true;
      }
      return false;
    },
    remove: () => alter(true),
  };
}
