import type { Link } from "../wire/link.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";
import { storeMark } from "./mark.ts";
import type { Member } from "./members.ts";
import { type KnownPartition, partitionsOn } from "./partitions.ts";

export interface View {
  /** The brokers that the controllers count as running. */
  readonly brokers: ReadonlySet<number>;
  readonly partitions: readonly KnownPartition[];
}

/** Returns the view of the first broker that has applied all earlier decisions of the controllers; undefined if no broker has. */
export async function currentView(
  brokers: readonly Member[],
  links: Links,
  leader: Link,
  purpose: string,
): Promise<View | undefined> {
  const mark = await storeMark(leader, `reeve ${purpose}`);
  try {
    return await Promise.any(
      brokers.map(async ({ endpoint }) => {
        const link = links.to(endpoint);
        if (!(await mark.reaches(link)))
          throw new Error("the broker has not applied the latest decisions of the controllers");
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
  const { metadataV12 } = await protocol();
  // The brokers are read before the partitions, so that the partitions are at least as new as the brokers.
  const { brokers } = await link.call(metadataV12.api, [[], false, false], READ_TIMEOUT);
  const partitions = await partitionsOn(link, "all");
  return { brokers: new Set(brokers.map(({ nodeId }) => nodeId)), partitions: partitions ?? [] };
}
