import { type WaitOptions, type Watcher, waitForCompletion } from "@reeve/client";
import { inSync, type ReportsReplication } from "./replication.ts";

/** Methods for topics that need more than one call. */
export interface TopicWaits {
  /** Waits until no partition is under-replicated. Throws `still-pending` on timeout, with the under-replicated partitions. */
  waitInSync(options?: WaitOptions): Promise<void>;
}

/** Makes `waitInSync` for the topics of a client. */
export function topicWaits(client: ReportsReplication): TopicWaits {
  return {
    waitInSync: async (options = {}) => {
      const watcher = inSync(client);
      // This wait does not follow a request, so the work counts as started from the beginning.
      const begun: Watcher = async (call) => ({ ...(await watcher(call)), started: true });
      await waitForCompletion("the replication of all partitions", begun, options, { started: false });
    },
  };
}
