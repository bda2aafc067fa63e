import type { BrokerInput, BrokerTaskIds } from "@reeve/broker-models";
import { callOptions, type InTurnOptions, inTurn, type SeeThroughOptions } from "@reeve/client";
import { type HasBrokers, recoverBroker } from "./recover-broker.ts";

/** Which brokers to restart in turn; all of them when left out. */
export interface BrokersInput {
  readonly brokers?: readonly (number | string)[];
}

/** What a client can do with brokers that takes more than one call. */
export interface BrokerWaits {
  /** Restarts a broker in place and waits until it is back and in sync. */
  restartAndWait(input: BrokerInput, options?: SeeThroughOptions): Promise<BrokerTaskIds>;
  /** Replaces a broker, which gives up its agent and volumes, and waits until it is back and in sync. */
  replaceAndWait(input: BrokerInput, options?: SeeThroughOptions): Promise<BrokerTaskIds>;
  /** Restarts brokers one after another, each only when the one before is back; stops at the first that does not come back. Gives those that are done. */
  restartAllAndWait(input?: BrokersInput, options?: InTurnOptions): Promise<readonly string[]>;
}

/** The waits of a client that has brokers. */
export function brokerWaits(client: HasBrokers): BrokerWaits {
  const recover = (verb: "restart" | "replace", broker: number | string, options: SeeThroughOptions = {}) =>
    recoverBroker(client, verb, String(broker), options);
  return {
    restartAndWait: async ({ broker }, options) => recover("restart", broker, options),
    replaceAndWait: async ({ broker }, options) => recover("replace", broker, options),
    restartAllAndWait: async ({ brokers } = {}, options = {}) => {
      const all = brokers?.map(String) ?? (await client.brokers.list(undefined, callOptions(options))).brokers;
      return inTurn(all, (broker) => recover("restart", broker, options), options.onTurn);
    },
  };
}
