import { NOT_ALLOWED, NOT_LEADER } from "../wire/error-codes.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import type { Member, Members } from "./members.ts";

/** The state of the controllers' quorum, as its leader knows it. */
export interface Quorum {
  readonly leaderId: number;
  readonly leaderEpoch: number;
  readonly highWatermark: bigint;
  readonly currentVoters: readonly Replica[];
  /** The brokers, and how far each has read the metadata log. */
  readonly observers: readonly Replica[];
}

interface Replica {
  readonly replicaId: number;
  readonly logEndOffset: bigint;
  /** When it last fetched from the leader, by the leader's clock. */
  readonly lastFetchTimestamp: bigint;
}

/** Why no leader is known. A refusal lasts until an operator changes a setting. */
export interface NoQuorum {
  readonly leaderId?: undefined;
  readonly reason: string;
  readonly isRefused: boolean;
}

/** Timeout in milliseconds: controllers that run answer at once. */
const DEADLINE = 1500;

/** Asks all controllers which of them leads and who follows; resolves with the first that claims to lead. */
export async function askQuorum(members: Pick<Members, "controllers">, links: Links): Promise<Quorum | NoQuorum> {
  const asked = members.controllers().map((member) => askController(member, links));
  const refusals: string[] = [];
  let answers = 0;
  return new Promise((resolve) => {
    const over = () => {
      const reason = refusals[0] ?? `the controllers ${answers > 0 ? "have no leader yet" : "do not answer yet"}`;
      resolve({ reason, isRefused: refusals.length > 0 });
    };
    const heard = asked.map(async (answer) => {
      const answered = await answer.catch(() => undefined);
      if (answered) answers++;
      if (answered && "leaderId" in answered) resolve(answered);
      else if (answered?.refusal !== undefined) refusals.push(answered.refusal);
    });
    Promise.all(heard).then(over);
  });
}

/** The controllers that answer at all, by index. The leader still counts those as in sync for seconds that have just died. */
export async function answeringControllers(
  members: Pick<Members, "controllers">,
  links: Links,
): Promise<ReadonlySet<number>> {
  const asked = members.controllers().map(async (member) => {
    await askController(member, links);
    return member.node.index;
  });
  const answers = await Promise.allSettled(asked);
  return new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
}

async function askController(
  { node, endpoint }: Member,
  links: Links,
): Promise<Quorum | { readonly refusal?: string | undefined }> {
  const { describeQuorumV2, protocolErrorsCodesById } = await protocol();
  const topics = [{ topicName: "__cluster_metadata", partitions: [{ partitionIndex: 0 }] }];
  const answer = await links.to(endpoint).call(describeQuorumV2.api, [topics], DEADLINE);
  const partition = answer.topics.flatMap(({ partitions }) => partitions)[0];
  if (partition?.errorCode === 0 && partition.leaderId >= 0) return partition;
  const { errorCode = 0 } = answer.errorCode === 0 ? (partition ?? {}) : answer;
  if (errorCode === 0 || errorCode === NOT_LEADER) return {};
  const name = protocolErrorsCodesById[errorCode as keyof typeof protocolErrorsCodesById] ?? errorCode;
  return { refusal: `${node.id} does not say who leads: ${name}${errorCode === NOT_ALLOWED ? ALLOW : ""}` };
}

/** Entries that a follower may be behind: the metadata log grows twice a second. */
const BEHIND = 20n;

/** Milliseconds within which a running follower fetches again: it does so twice a second. */
const SILENT = 2000n;

/**
 * Whether a controller has a vote and is in sync with the leader. A replaced one follows without a vote until its predecessor's vote is
 * removed.
 */
export function isInStep({ leaderId, currentVoters, observers, highWatermark }: Quorum, id: number): boolean {
  if (id === leaderId) return true;
  const follower = latest([...currentVoters, ...observers], id);
  if (!follower || !currentVoters.includes(follower)) return false;
  const now = latest(currentVoters, leaderId)?.lastFetchTimestamp ?? 0n;
  return follower.logEndOffset + BEHIND >= highWatermark && follower.lastFetchTimestamp + SILENT >= now;
}

/** How far a node has read. For minutes after a replacement, the leader still reports the predecessor under the same id. */
function latest(replicas: readonly Replica[], id: number): Replica | undefined {
  const own = replicas.filter(({ replicaId }) => replicaId === id);
  return own.toSorted((a, b) => Number(b.lastFetchTimestamp - a.lastFetchTimestamp))[0];
}

const ALLOW = "; an authorizer has to allow it to User:ANONYMOUS, the user of this service and the nodes";
