import { createBrokerClient } from "@reeve/broker-client";
import { pictures } from "@reeve/pictures/broker";
import type { ServiceParts } from "../kind.ts";
import { configurationShows } from "../shared/configurations.ts";
import { listShows } from "../shared/lists.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { brokerShows } from "./brokers.ts";
import { withOnlyCopies } from "./only-copies.ts";
import { partitionShows } from "./partitions.ts";
import { topicShows } from "./topics.ts";

/** Everything needed to call a message broker. */
export const parts: ServiceParts = {
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  shows: {
    ...topicShows,
    ...partitionShows,
    ...brokerShows,
    ...nodeShows,
    ...planShows,
    ...podShows,
    ...listShows,
    ...configurationShows,
    "brokers.replace": withOnlyCopies(brokerShows["brokers.replace"], ({ input }) => input.broker),
    "pods.replace": withOnlyCopies(podShows["pods.replace"], ({ input }) => input.node),
    "nodes.replace": withOnlyCopies(nodeShows["nodes.replace"], ({ input }) => input.node),
  },
};
