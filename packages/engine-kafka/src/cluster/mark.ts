import { setTimeout as sleep } from "node:timers/promises";
import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";

/** A value that the controllers have stored: a broker that shows it also knows all their earlier decisions. */
export interface Mark {
  /** Whether a broker shows the mark within a moment. */
  reaches(broker: Link): Promise<boolean>;
  remove(): Promise<void>;
}

/** Milliseconds within which a broker that follows the controllers shows what they have stored, and between two polls. */
const SHOWN_TIMEOUT = 1500;
const BETWEEN = 20;

/** The largest value of a mark: integers up to it are exact as doubles. */
const VALUES = 2 ** 40;

/**
 * Stores a mark: a quota of a client that does not exist, which the controllers store and every broker shows. A broker's log position does
 * not do, because a broker that has just resumed answers from an older state for a while.
 */
export async function storeMark(leader: Link, name: string): Promise<Mark> {
  const { alterClientQuotasV1, describeClientQuotasV1 } = await protocol();
  const value = 1 + Math.floor(Math.random() * VALUES);
  const entities = [{ entityType: "client-id" as const, entityName: name }];
  const alter = async (remove: boolean) => {
    const key = "consumer_byte_rate" as const;
    const entries = [{ entities, ops: [remove ? { key, remove } : { key, remove, value }] }];
    const answer = await leader.call(alterClientQuotasV1.api, [entries, false], READ_TIMEOUT);
    const refusal = answer.entries.find(({ errorCode }) => errorCode !== 0);
    if (refusal) throw new Error(refusal.errorMessage ?? `error ${refusal.errorCode}`);
  };
  const isShown = async (broker: Link) => {
    const component = { entityType: "client-id" as const, matchType: 0 as const, match: name };
    const { entries } = await broker.call(describeClientQuotasV1.api, [[component], true], READ_TIMEOUT);
    return (entries ?? []).some(({ values }) => values.some((quota) => quota.value === value));
  };
  await alter(false);
  return {
    async reaches(broker) {
      for (const until = performance.now() + SHOWN_TIMEOUT; performance.now() < until; await sleep(BETWEEN)) {
        if (await isShown(broker)) return true;
      }
      return false;
    },
    remove: () => alter(true),
  };
}
