import { askLink, type Link, type NodeLinks, READ_TIMEOUT } from "../wire/link.ts";
import type { KafkaMember } from "./members.ts";

/** A partition whose replicas are being moved to other brokers. */
export interface Reassignment {
  readonly topic: string;
  readonly number: number;
  readonly adding: readonly number[];
  readonly removing: readonly number[];
}

export const partitionNameOf = ({ topic, number }: { readonly topic: string; readonly number: number }): string => `${topic}-${number}`;

/** The partitions whose replicas are being moved, by name. All brokers get this list from the controllers, so any broker can be asked. */
export async function reassignmentsOn(link: Link): Promise<ReadonlyMap<string, Reassignment>> {
  const { topics } = await askLink(link, (kafka) => kafka.listPartitionReassignmentsV0, [READ_TIMEOUT, null]);
  const matches = topics.flatMap(({ name: topic, partitions }) =>
    partitions.map(({ partitionIndex: number, addingReplicas: adding, removingReplicas: removing }) => ({
      topic,
      number,
      adding,
      removing,
    })),
  );
  return new Map(matches.map((each) => [partitionNameOf(each), each]));
}

/** The size of each partition in bytes on each broker that responds, by partition name. */
export async function sizesOn(
  brokers: readonly KafkaMember[],
  links: NodeLinks,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const sizes = new Map<string, Map<number, number>>();
  const read = async ({ node, endpoint }: KafkaMember) => {
    const { results } = await askLink(links.to(endpoint), (kafka) => kafka.describeLogDirsV4, [null]);
    for (const { name: topic, partitions } of results.flatMap(({ topics }) => topics)) {
      for (const { partitionIndex: number, partitionSize } of partitions) {
        const name = partitionNameOf({ topic, number });
        const known = sizes.get(name) ?? new Map<number, number>();
        sizes.set(name, known.set(node.index, Number(partitionSize)));
      }
    }
  };
  // Brokers that do not respond are ignored, because other replicas of their partitions have about the same size.
  await Promise.allSettled(brokers.map(read));
  return sizes;
}
