import { setTimeout as sleep } from "node:timers/promises";
import { askLink, type Link } from "../wire/link.ts";

/** The timeout for a broker to show a stored mark, and the time between two polls, in milliseconds. */
const SHOWN_TIMEOUT = 1500;
const BETWEEN = 20;

/** Marks are smaller than this number, so that a double holds them exactly. */
const VALUES = 2 ** 40;

/**
 * Stores a mark: a new value that the active controller has stored. It shows how current a broker is: a broker that shows this value has also
 * applied all earlier decisions of the controllers. The mark is the quota of a client that does not exist, because every broker shows quotas. A
 * comparison of positions in the metadata log is not enough: for a while, a broker that was suspended answers from an outdated state.
 */
export async function storeMark(leader: Link, name: string) {
  const value = 1 + Math.floor(Math.random() * VALUES);
  const entities = [{ entityType: "client-id" as const, entityName: name }];
  const alter = async (remove: boolean) => {
    const key = "consumer_byte_rate" as const;
    const entries = [{ entities, ops: [remove ? { key, remove } : { key, remove, value }] }];
    const answer = await askLink(leader, (kafka) => kafka.alterClientQuotasV1, [entries, false]);
    const refusal = answer.entries.find(({ errorCode }) => errorCode !== 0);
    if (refusal) throw new Error(refusal.errorMessage ?? `error ${refusal.errorCode}`);
  };
  const isShown = async (broker: Link) => {
    const component = { entityType: "client-id" as const, matchType: 0 as const, match: name };
    const { entries } = await askLink(broker, (kafka) => kafka.describeClientQuotasV1, [[component], true]);
    return (entries ?? []).some(({ values }) => values.some((quota) => quota.value === value));
  };
  await alter(false);
  return {
    /** Polls a broker until it shows the mark; false if it does not do so before the timeout. */
    async reaches(broker: Link): Promise<boolean> {
      for (const until = performance.now() + SHOWN_TIMEOUT; performance.now() < until; await sleep(BETWEEN)) {
        if (await isShown(broker)) return true;
      }
      return false;
    },
    remove: () => alter(true),
  };
}
