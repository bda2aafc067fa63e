import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";

/** The setting with the number of in-sync replicas that must have a record before the record is acknowledged. */
export const MIN_IN_SYNC = "min.insync.replicas";

/** The number of the resource type "topic" in the protocol. */
const TOPIC = 2 as const;

/** The maximum number of topics in one request. */
const PAGE = 500;

/** Returns the `min.insync.replicas` of each topic, as a broker reports it. Topics that the broker does not describe are omitted. */
export async function inSyncOf(link: Link, topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { describeConfigsV4 } = await protocol();
  const entries = new Map<string, number>();
  for (let first = 0; first < topics.length; first += PAGE) {
    const requests = topics
      .slice(first, first + PAGE)
      .map((resourceName) => ({ resourceType: TOPIC, resourceName, configurationKeys: [MIN_IN_SYNC] }));
    const { results } = await link.call(describeConfigsV4.api, [requests, false, false], READ_TIMEOUT);
    for (const { resourceName, configs } of results) {
      const value = configs.find(({ name }) => name === MIN_IN_SYNC)?.value;
      if (value) entries.set(resourceName, Number(value));
    }
  }
  return entries;
}
