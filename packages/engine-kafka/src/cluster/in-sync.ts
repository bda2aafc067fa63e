import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";

/** The number of replicas that must have a record before it is acknowledged. */
export const MIN_IN_SYNC = "min.insync.replicas";

/** The protocol's number for topics as a resource type. */
const TOPIC = 2 as const;

/** Topics in one request. */
const PAGE = 500;

/** min.insync.replicas of topics, as a broker knows it; topics that it does not describe are left out. */
export async function inSyncOf(link: Link, topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { describeConfigsV4 } = await protocol();
  const found = new Map<string, number>();
  for (let first = 0; first < topics.length; first += PAGE) {
    const asked = topics
      .slice(first, first + PAGE)
      .map((resourceName) => ({ resourceType: TOPIC, resourceName, configurationKeys: [MIN_IN_SYNC] }));
    const { results } = await link.call(describeConfigsV4.api, [asked, false, false], READ_TIMEOUT);
    for (const { resourceName, configs } of results) {
      const value = configs.find(({ name }) => name === MIN_IN_SYNC)?.value;
      if (value) found.set(resourceName, Number(value));
    }
  }
  return found;
}
