import { askLink, type Link } from "../wire/link.ts";
import { TOPIC_RESOURCE } from "../wire/settings.ts";

/** The setting with the number of in-sync replicas that must have a record before the record is acknowledged. */
export const MIN_IN_SYNC = "min.insync.replicas";

/** The maximum number of topics in one request. */
const PAGE = 500;

/** Returns the `min.insync.replicas` of each topic, as a broker reports it. Topics that the broker does not describe are omitted. */
export async function inSyncOf(link: Link, topics: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const requests = [...topics].map((resourceName) => ({ resourceType: TOPIC_RESOURCE, resourceName, configurationKeys: [MIN_IN_SYNC] }));
  const entries = new Map<string, number>();
  for (let first = 0; first < requests.length; first += PAGE) {
    const { results } = await askLink(link, (kafka) => kafka.describeConfigsV4, [requests.slice(first, first + PAGE), false, false]);
    for (const { resourceName, configs } of results) {
      const value = configs.find(({ name }) => name === MIN_IN_SYNC)?.value;
      if (value) entries.set(resourceName, Number(value));
    }
  }
  return entries;
}
