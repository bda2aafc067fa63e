import { createBrokerClient } from "@reeve/broker-client";
import { brokerApi } from "@reeve/broker-models";
import type { Kind } from "../kind.ts";
import { fieldsWithLists } from "../shared/addresses.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { brokerShows } from "./brokers.ts";
import { topicShows } from "./topics.ts";

/** The message broker on the command line. */
export const broker: Kind = {
  api: brokerApi,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  shows: {
    "connection.show": { table: fieldsWithLists },
    ...topicShows,
    ...brokerShows,
    ...planShows,
    ...podShows,
  },
};
