import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import type { Members } from "./members.ts";

/** The controllers' own record, as the one that leads it knows it. */
export interface Quorum {
  readonly leaderId: number;
  readonly leaderEpoch: number;
  readonly highWatermark: bigint;
  readonly currentVoters: readonly { readonly replicaId: number; readonly logEndOffset: bigint }[];
}

/** Milliseconds: controllers answer at once, or are not there. */
const DEADLINE = 1500;

/** Asks the controllers which of them leads, and who follows; undefined where none leads. */
export async function askQuorum(members: Members, links: Links): Promise<Quorum | undefined> {
  const { describeQuorumV2 } = await protocol();
  const topics = [{ topicName: "__cluster_metadata", partitions: [{ partitionIndex: 0 }] }];
  const answers = await Promise.allSettled(
    members.controllers().map(({ endpoint }) => links.to(endpoint).call(describeQuorumV2.api, [topics], DEADLINE)),
  );
  return answers
    .flatMap((answer) => (answer.status === "fulfilled" ? answer.value.topics : []))
    .flatMap(({ partitions }) => partitions)
    .find(({ errorCode, leaderId }) => errorCode === 0 && leaderId >= 0);
}
