import type { PartitionPlacement } from "@reeve/broker-models";
import { type Watcher, waitForCompletion } from "@reeve/client";
import { draw } from "@reeve/pictures";
import { sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics } from "@reeve/pictures/broker";
import { type OwnNode, reasonOf } from "@reeve/scheduler-models";
import { currentStep, stepsDone } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";

/** Adds `--wait` to a command that starts the plan `partitions`. The wait ends when this plan is complete. */
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

/** With `-o wide`, the table of partitions is followed by the totals per broker and per topic. */
const list: CommandExtras<readonly PartitionPlacement[]> = {
  wide: (partitions, command) => {
    const all = draw(command.session.parts.pictures, "partitions.list", partitions, command);
    if (partitions.length === 0) return all;
    return [...all, "", ...sharesOfBrokers(partitions, command), "", ...sharesOfTopics(partitions, command)];
  },
};

/** With `-o wide`, the table of nodes is followed by the totals of each topic per broker. */
const nodes: CommandExtras<readonly OwnNode[]> = {
  wide: async (listed, command) => {
    const drawn = draw(command.session.parts.pictures, "nodes.list", listed, command);
    const partitions = await brokerClient(command.session).partitions.list({}, command.session.options());
    return partitions.length === 0 ? drawn : [...drawn, "", ...sharesOfBrokersByTopic(partitions, command)];
  },
};

/** What the commands that list or move partitions, or list nodes, do beyond the declarations of their operations. */
export const partitionShows: Readonly<Record<string, CommandExtras>> = {
  "partitions.list": list,
  "nodes.list": nodes,
  "partitions.balance": moving("partitions.balance", "The partitions have moved."),
  "partitions.electLeaders": moving(
    "partitions.electLeaders",
    "The first replica of each partition is its leader again.",
  ),
  "topics.replication": moving("topics.replication", "Every partition has the requested number of replicas."),
};
