import { createBrokerClient } from "@reeve/broker-client";
import { brokerApi } from "@reeve/broker-models";
import { pictures } from "@reeve/pictures/broker";
import type { ServiceKind } from "../kind.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { brokerShows } from "./brokers.ts";
import { topicShows } from "./topics.ts";

/** The message broker on the command line. */
export const broker: ServiceKind = {
  api: brokerApi,
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  shows: { ...topicShows, ...brokerShows, ...planShows, ...podShows },
};
