import { createBrokerClient } from "@reeve/broker-client";
import { pictures } from "@reeve/pictures/broker";
import type { Workings } from "../kind.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { brokerShows } from "./brokers.ts";
import { topicShows } from "./topics.ts";

/** What is needed to speak to a message broker. */
export const workings: Workings = {
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  shows: { ...topicShows, ...brokerShows, ...nodeShows, ...planShows, ...podShows },
};
