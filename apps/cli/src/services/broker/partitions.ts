import { type Watcher, waitForCompletion } from "@reeve/client";
import { reasonOf } from "@reeve/scheduler-models";
import { currentStep, stepsDone } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";

/** A change that begins the plan partitions, and may wait for its end. */
function moving(operation: string, done: string): CommandExtras {
  return {
    wait: async (command, waiting) => {
      const answer = (await command.session.call(operation, command.input)).read() as {
        readonly moves?: readonly unknown[];
      };
      if (answer.moves?.length === 0) return "There is nothing to move.";
      await waitForCompletion("the plan partitions", untilMoved(command), waitOptions(command, waiting));
      return done;
    },
  };
}

function untilMoved(command: CommandContext): Watcher {
  const client = brokerClient(command.session);
  return async (options) => {
    const plan = await client.partitions.show({}, options);
    const { done, all } = stepsDone(plan);
    const step = currentStep(plan);
    const reason = step && reasonOf(step);
    return {
      started: true,
      finished: plan.status === "COMPLETE",
      missing: `${done} of ${all} steps are done${reason ? `; ${reason}` : ""}`,
      plan,
      ...((plan.status === "ERROR" || plan.errors.length > 0) && { failed: plan.errors.map(String).join("; ") }),
    };
  };
}

/** Command line behaviour of what moves partitions. */
export const partitionShows: Readonly<Record<string, CommandExtras>> = {
  "partitions.balance": moving("partitions.balance", "The partitions have moved."),
  "partitions.electLeaders": moving("partitions.electLeaders", "The leaders are the first replicas again."),
  "topics.replication": moving("topics.replication", "Every partition has as many copies."),
};
