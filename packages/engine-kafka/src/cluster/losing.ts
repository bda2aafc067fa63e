import type { NodeView, Readiness } from "@reeve/orchestrator";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import type { Links } from "../wire/links.ts";
import type { Member, Members } from "./members.ts";
import { type KnownPartition, namedFew, partitionsOn } from "./partitions.ts";
import { answeringControllers, askQuorum, isInStep, latest, type Quorum } from "./quorum.ts";

/** Whether all that nodes keep is on others that are in sync: asked of the others alone, and of those that know all that the controllers have decided. */
export async function mayLose(nodes: readonly NodeView[], members: Members, links: Links): Promise<Readiness> {
  const controllers = nodes.filter(({ podType }) => podType === CONTROLLER);
  const brokers = nodes.filter(({ podType }) => podType !== CONTROLLER);
  const others: Members = {
    ...members,
    brokers: () => members.brokers().filter(({ node }) => !nodes.some(({ id }) => id === node.id)),
  };
  if (controllers.length > 0) {
    const answer = await mayLoseControllers(controllers, members, links);
    if (!answer.ready) return answer;
  }
  return brokers.length > 0 ? mayLoseBrokers(brokers, others, members, links) : { ready: true };
}

async function mayLoseBrokers(
  lost: readonly NodeView[],
  others: Members,
  members: Members,
  links: Links,
): Promise<Readiness> {
  const quorum = await askQuorum(members, links);
  if (quorum.leaderId === undefined) return not(`it is not known what ${named(lost)} alone has: ${quorum.reason}`);
  const views = await Promise.all(others.brokers().map((member) => viewOf(member, quorum, links)));
  const view = views.find((each) => each !== undefined);
  if (!view) {
    const away = others.placedBrokers().filter(({ node }) => !lost.some(({ id }) => id === node.id));
    const help = away.length > 0 ? `; bring back ${named(away.map(({ node }) => node))}` : "";
    return not(`it is not known what ${named(lost)} alone has: no other broker answers${help}, or force it`);
  }
  const ids = new Set(lost.map(({ index }) => index));
  // What is down counts as in sync until its session ends, and may have lost its volume, too.
  const running = new Set(others.brokers().flatMap(({ node }) => (node.state === "running" ? [node.index] : [])));
  const only = view.filter(({ isr }) => isr.some((id) => ids.has(id)) && !isr.some((id) => running.has(id)));
  if (only.length === 0) return { ready: true };
  const behind = new Set(only.flatMap(({ replicas }) => replicas.filter((id) => !ids.has(id))));
  const help = behind.size > 0 ? `bring back ${[...behind].map((id) => `broker-${id}`).join(", ")}, or ` : "";
  return not(`${namedFew(only)} ${only.length === 1 ? "is" : "are"} in sync on ${named(lost)} alone; ${help}force it`);
}

/** The partitions as a broker knows them, where it knows all that the controllers had decided: one that hung may still believe what is long over. */
async function viewOf(
  { node, endpoint }: Member,
  { observers, highWatermark }: Quorum,
  links: Links,
): Promise<readonly KnownPartition[] | undefined> {
  const observer = latest(observers, node.index);
  if (!observer || observer.logEndOffset < highWatermark) return undefined;
  return partitionsOn(links.to(endpoint), "all").catch(() => undefined);
}

/** What the controllers have decided stays where a majority of them is in step without those that are lost. */
async function mayLoseControllers(lost: readonly NodeView[], members: Members, links: Links): Promise<Readiness> {
  const count = members.placedControllers().length;
  if (count <= lost.length) {
    return not(
      `${named(lost)} alone knows which topics there are: bring its volume back, or force it and lose all topics with their records`,
    );
  }
  const [quorum, answering] = await Promise.all([askQuorum(members, links), answeringControllers(members, links)]);
  if (quorum.leaderId === undefined) {
    return not(
      `no majority of the controllers is left without ${named(lost)} (${quorum.reason}); bring back others or their volumes: until then what the brokers hold stays on their volumes and cannot be reached`,
    );
  }
  const ids = new Set(lost.map(({ index }) => FIRST_CONTROLLER + index));
  const inStep = quorum.currentVoters.filter(
    ({ replicaId }) =>
      !ids.has(replicaId) && answering.has(replicaId - FIRST_CONTROLLER) && isInStep(quorum, replicaId),
  );
  if (inStep.length > quorum.currentVoters.length / 2) return { ready: true };
  const help = "bring the others back first, since without a majority nothing that the brokers hold can be reached";
  return not(
    `${inStep.length} of ${quorum.currentVoters.length} controllers would be in step, which is no majority; ${help}`,
  );
}

function named(nodes: readonly NodeView[]): string {
  return nodes.map(({ id }) => id).join(", ");
}

function not(reason: string): Readiness {
  return { ready: false, reason };
}
