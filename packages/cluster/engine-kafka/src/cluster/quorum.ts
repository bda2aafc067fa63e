import { isReeveError, ReeveError } from "@reeve/contract";
import { FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { NOT_ALLOWED, NOT_LEADER } from "../wire/error-codes.ts";
import { askLink, type Link, type NodeLinks, NotSent } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import type { KafkaMember, KafkaMembers } from "./members.ts";

/** The state of the controllers' quorum, as its leader reports it. */
export interface ControllerQuorum {
  readonly leaderId: number;
  readonly leaderEpoch: number;
  readonly highWatermark: bigint;
  readonly currentVoters: readonly Replica[];
  /** The nodes that follow the metadata log without being voters, with their positions in the log. */
  readonly observers: readonly Replica[];
}

interface Replica {
  readonly replicaId: number;
  readonly logEndOffset: bigint;
  /** The time of the replica's last fetch from the leader, by the leader's clock. */
  readonly lastFetchTimestamp: bigint;
}

/** Why no leader is known. If a controller refused the request, waiting does not help: a setting has to be changed. */
export interface NoQuorum {
  readonly leaderId?: undefined;
  readonly reason: string;
  readonly isRefused: boolean;
}

/** Timeout in milliseconds of a question to a controller. It is short, because running controllers respond at once. */
const DEADLINE = 1500;

/** Asks all controllers for the state of the quorum. Returns the response of the first controller that leads. */
export async function askQuorum(members: Pick<KafkaMembers, "controllers">, links: NodeLinks): Promise<ControllerQuorum | NoQuorum> {
  const requests = members.controllers().map((member) => askController(member, links));
  const refusals: string[] = [];
  let answers = 0;
  return new Promise((resolve) => {
    const over = () => {
      const reason = refusals[0] ?? `the controllers ${answers > 0 ? "have no leader yet" : "do not answer yet"}`;
      resolve({ reason, isRefused: refusals.length > 0 });
    };
    const heard = requests.map(async (answer) => {
      const answered = await answer.catch(whyRefused);
      if (answered) answers++;
      if (answered && "leaderId" in answered) resolve(answered);
      else if (answered?.refusal !== undefined) refusals.push(answered.refusal);
    });
    Promise.all(heard).then(over);
  });
}

/** Returns a connection to the active controller, which makes some changes of settings that brokers refuse. */
export async function activeController(members: Pick<KafkaMembers, "controllers">, links: NodeLinks): Promise<Link> {
  const { leaderId, ...quorum } = await askQuorum(members, links);
  const leader = members.controllers().find(({ node }) => controllerId(node) === leaderId);
  if (leader) return links.to(leader.endpoint);
  throw new ReeveError("unreachable", "reason" in quorum ? quorum.reason : "the active controller is not running");
}

/** The id of a controller in the quorum. */
export function controllerId({ index }: { readonly index: number }): number {
  return FIRST_CONTROLLER + index;
}

/** Why the service may not connect to a controller; undefined if the controller does not answer for another reason. */
function whyRefused(error: unknown): { readonly refusal: string } | undefined {
  return error instanceof NotSent && isReeveError(error.cause, "conflict") ? { refusal: error.cause.message } : undefined;
}

/** The ids of the controllers that respond. For some seconds, the leader counts one that has died as in sync. */
export async function answeringControllers(members: Pick<KafkaMembers, "controllers">, links: NodeLinks): Promise<ReadonlySet<number>> {
  const requests = members.controllers().map(async (member) => {
    await askController(member, links);
    return controllerId(member.node);
  });
  const answers = await Promise.allSettled(requests);
  return new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
}

async function askController(
  { node, endpoint }: KafkaMember,
  links: NodeLinks,
): Promise<ControllerQuorum | { readonly refusal?: string | undefined }> {
  const { protocolErrorsCodesById } = await protocol();
  const topics = [{ topicName: "__cluster_metadata", partitions: [{ partitionIndex: 0 }] }];
  const answer = await askLink(links.to(endpoint), (kafka) => kafka.describeQuorumV2, [topics], DEADLINE);
  const partition = answer.topics.flatMap(({ partitions }) => partitions)[0];
  if (partition?.errorCode === 0 && partition.leaderId >= 0) return partition;
  const { errorCode = 0 } = answer.errorCode === 0 ? (partition ?? {}) : answer;
  if (errorCode === 0 || errorCode === NOT_LEADER) return {};
  const name = protocolErrorsCodesById[errorCode as keyof typeof protocolErrorsCodesById] ?? errorCode;
  return {
    refusal: `${node.id} does not say which controller leads: ${name}${errorCode === NOT_ALLOWED ? ALLOW : ""}`,
  };
}

/** A follower that is more than this number of log entries behind does not count as in sync. The log grows by two entries a second. */
const BEHIND = 20n;

/** A follower that has not fetched for this many milliseconds does not count as in sync. A running follower fetches about every 500 ms. */
const SILENT = 2000n;

/** Whether a controller is in sync, and a voter: a replacement only observes until its predecessor is no voter any more. */
export function isControllerInStep({ leaderId, currentVoters, observers, highWatermark }: ControllerQuorum, id: number): boolean {
  if (id === leaderId) return true;
  const follower = latest([...currentVoters, ...observers], id);
  if (!follower || !currentVoters.includes(follower)) return false;
  const now = latest(currentVoters, leaderId)?.lastFetchTimestamp ?? 0n;
  return follower.logEndOffset + BEHIND >= highWatermark && follower.lastFetchTimestamp + SILENT >= now;
}

/** A node's position in the log. Of a node and its predecessor with the same id, the one that fetched last counts. */
function latest(replicas: readonly Replica[], id: number): Replica | undefined {
  const own = replicas.filter(({ replicaId }) => replicaId === id);
  return own.toSorted((a, b) => Number(b.lastFetchTimestamp - a.lastFetchTimestamp))[0];
}

const ALLOW = "; the authorizer must allow this for User:ANONYMOUS, the user as which the service and the nodes connect";
