import type { BrokerClient } from "@reeve/broker-client";
import type { Session } from "../../session/session.ts";

/** The client of a session with a message broker. */
export function brokerClient({ client }: Session): BrokerClient {
  return client as BrokerClient;
}
