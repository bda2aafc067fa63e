import { type WaitOptions, type Watcher, waitForCompletion } from "@reeve/client";
import { inSync, type ReportsReplication } from "./replication.ts";

/** What a client can do with topics that takes more than one call. */
export interface TopicWaits {
  /** Waits until no partition is under-replicated. Throws `still-pending`, naming those that are, when the wait runs out. */
  waitInSync(options?: WaitOptions): Promise<void>;
}

/** `waitInSync` for the topics of a client. */
export function topicWaits(client: ReportsReplication): TopicWaits {
  return {
    waitInSync: async (options = {}) => {
      const look = inSync(client);
      // There is nothing that would have to be seen to begin.
      const begun: Watcher = async (call) => ({ ...(await look(call)), started: true });
      await waitForCompletion("the replication of all partitions", begun, options, { started: false });
    },
  };
}
