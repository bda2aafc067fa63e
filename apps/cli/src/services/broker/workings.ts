import { createBrokerClient } from "@reeve/broker-client";
import { pictures } from "@reeve/pictures/broker";
import type { Workings } from "../kind.ts";
import { configurationShows } from "../shared/configurations.ts";
import { listShows } from "../shared/lists.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { brokerShows } from "./brokers.ts";
import { tellingOnlyCopies } from "./only-copies.ts";
import { topicShows } from "./topics.ts";

/** Everything needed to call a message broker. */
export const workings: Workings = {
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  shows: {
    ...topicShows,
    ...brokerShows,
    ...nodeShows,
    ...planShows,
    ...podShows,
    ...listShows,
    ...configurationShows,
    "brokers.replace": tellingOnlyCopies(brokerShows["brokers.replace"], ({ input }) => input.broker),
    "pods.replace": tellingOnlyCopies(podShows["pods.replace"], ({ input }) => input.node),
    "nodes.replace": tellingOnlyCopies(nodeShows["nodes.replace"], ({ input }) => input.node),
  },
};
