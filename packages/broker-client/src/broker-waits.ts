import { type BrokerInput, type BrokerTaskIds, restartBroker } from "@reeve/broker-models";
import { type CompletionOptions, callOptions, listIn, type OneByOneOptions, oneByOne } from "@reeve/client";
import { checkInput } from "@reeve/contract";
import { type HasBrokers, recoverBroker } from "./recover-broker.ts";
import type { TopicWaits } from "./topic-waits.ts";

/** The brokers to restart one by one; default all. */
export interface BrokersInput {
  readonly brokers?: readonly (number | string)[];
}

/** Methods for brokers that take more than one call. */
export interface BrokerWaits {
  /** Restarts a broker in place and waits until it is back and in sync. */
  restartAndWait(input: BrokerInput, options?: CompletionOptions): Promise<BrokerTaskIds>;
  /** Replaces a broker, which moves it to another agent and deletes its volumes, and waits until it is back and in sync. */
  replaceAndWait(input: BrokerInput, options?: CompletionOptions): Promise<BrokerTaskIds>;
  /**
   * Restarts brokers one after another, each when the one before is back. Stops at the first that does not come back. Returns those that
   * are done.
   */
  restartAllAndWait(input?: BrokersInput, options?: OneByOneOptions): Promise<readonly string[]>;
}

/** Makes the waits of a client that has brokers. */
export function brokerWaits(client: HasBrokers, { waitInSync }: TopicWaits): BrokerWaits {
  const recover = (verb: "restart" | "replace", broker: string, options: CompletionOptions = {}) =>
    recoverBroker(client, verb, broker, options);
  return {
    restartAndWait: async (input, options) => recover("restart", idOf(input), options),
    replaceAndWait: async (input, options) => recover("replace", idOf(input), options),
    restartAllAndWait: async (input, options = {}) => {
      const given = listIn<number | string>(input, "brokers");
      const brokers = given ?? (await client.brokers.list(undefined, callOptions(options))).brokers;
      const all = brokers.map((broker) => idOf({ broker }));
      await waitInSync(options);
      return oneByOne(all, (broker) => recover("restart", broker, options), options.onNode);
    },
  };
}

/** The number of a broker as the API writes it. Anything else is refused before the first request. */
function idOf(input: BrokerInput): string {
  return checkInput(restartBroker, input).broker;
}
