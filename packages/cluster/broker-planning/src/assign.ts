import { ReeveError } from "@reeve/contract";
import type { Layout } from "@reeve/orchestrator/engine";
import type { Move } from "./draft.ts";

/** The partitions of a topic, and the brokers that they get. */
export interface Assignment {
  readonly topic: string;
  /** The numbers of the partitions; default: all partitions of the topic. */
  readonly numbers?: readonly number[] | undefined;
  /** The ids of the brokers; the first is the preferred leader. */
  readonly to: readonly number[];
}

/** The moves after which partitions are on the given brokers. Refuses brokers that cannot have the replicas. */
export function assignmentMoves({ brokers, partitions }: Layout, { topic, numbers, to }: Assignment): readonly Move[] {
  const twice = to.find((id, at) => to.indexOf(id) !== at);
  if (twice !== undefined) throw new ReeveError("bad-input", `replicas: broker-${twice} is given twice`);
  const leaving = brokers.find(({ id, isLeaving }) => isLeaving && to.includes(id));
  if (leaving) throw new ReeveError("conflict", `broker-${leaving.id} is being decommissioned and gets no replicas`);
  const ofTopic = partitions.filter((each) => each.topic === topic);
  const missing = numbers?.find((number) => !ofTopic.some((each) => each.number === number));
  if (missing !== undefined) throw new ReeveError("not-found", `${topic} has no partition ${missing}; it has ${ofTopic.length} partitions`);
  const { minInSync = 0 } = ofTopic[0] ?? {};
  if (to.length < minInSync) {
    throw new ReeveError("conflict", `${topic} needs ${minInSync} copies in sync: lower its min.insync.replicas first`);
  }
  return ofTopic.flatMap(({ number, replicas: from, bytes }) => {
    const isSame = from.length === to.length && from.every((id, at) => id === to[at]);
    return isSame || numbers?.includes(number) === false ? [] : [{ topic, number, from, to, bytes }];
  });
}
