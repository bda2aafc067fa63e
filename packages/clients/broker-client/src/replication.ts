import { type ReportedPartition, readPartitionReport } from "@reeve/broker-models";
import type { CallOptions, Watcher } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { MessageResult } from "@reeve/scheduler-models";

/** A client that reports under-replicated partitions. */
export interface ReportsReplication {
  readonly topics: { underReplicated(input?: undefined, options?: CallOptions): Promise<MessageResult> };
}

/** The content of the report of under-replicated partitions. */
export interface Replication {
  /** Whether every replica of every partition is in sync. */
  readonly inSync: boolean;
  readonly partitions: readonly ReportedPartition[];
  /** The under-replicated partitions, as short text. */
  readonly missing: string;
}

/**
 * Requests the report once. A report that cannot be parsed does not count as empty, and neither does the error of a tool that cannot reach
 * a broker.
 */
export async function askReplication(client: ReportsReplication, options: CallOptions): Promise<Replication> {
  try {
    return replicationIn(await client.topics.underReplicated(undefined, options));
  } catch (thrown) {
    if (!isReeveError(thrown, "server-failure") || thrown.context.status !== 200) throw thrown;
    return { inSync: false, partitions: [], missing: thrown.message };
  }
}

function replicationIn({ message }: MessageResult): Replication {
  const { none, partitions, unread } = readPartitionReport(message);
  const named = partitions.slice(0, SHOWN).map(({ topic, partition }) => `${topic}/${partition}`);
  const more = partitions.length > SHOWN ? ` and ${partitions.length - SHOWN} more` : "";
  const missing =
    partitions.length === 0
      ? `the report of under-replicated partitions says: ${unread[0] ?? ""}`
      : `${partitions.length} partition${partitions.length === 1 ? "" : "s"} under-replicated: ${named.join(" ")}${more}`;
  return { inSync: none, partitions, missing: none ? "" : missing };
}

const SHOWN = 3;

/**
 * Returns a watcher that reports the work as finished while every replica is in sync. It never reports a start, because the replication
 * report does not show whether any work has started.
 */
export function inSync(client: ReportsReplication): Watcher {
  return async (options) => {
    const { inSync: finished, missing } = await askReplication(client, options);
    return { started: false, finished, missing };
  };
}
