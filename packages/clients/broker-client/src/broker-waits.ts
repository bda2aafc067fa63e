import { type BrokerInput, type BrokerTaskIds, restartBroker } from "@reeve/broker-models";
import { type CompletionOptions, callOptions, listIn, type OneByOneOptions, oneByOne } from "@reeve/client";
import { checkInput } from "@reeve/contract";
import { type HasBrokers, recoverBroker } from "./recover-broker.ts";
import type { TopicWaits } from "./topic-waits.ts";

/** The brokers to restart one by one. Default: all. */
export interface BrokersInput {
  readonly brokers?: readonly (number | string)[];
}

/** Methods that act on brokers and wait; each method makes several calls. */
export interface BrokerWaits {
  /** Restarts a broker in place and waits until it is back and in sync. */
  restartAndWait(input: BrokerInput, options?: CompletionOptions): Promise<BrokerTaskIds>;
  /** Replaces a broker, which moves it to another agent and deletes its volumes, and waits until it is back and in sync. */
  replaceAndWait(input: BrokerInput, options?: CompletionOptions): Promise<BrokerTaskIds>;
  /**
   * Restarts brokers one after another. The next broker is restarted only when the previous one is back and in sync. Stops at the first
   * broker that does not come back. Returns the brokers that have come back.
   */
  restartAllAndWait(input?: BrokersInput, options?: OneByOneOptions): Promise<readonly string[]>;
}

/** Makes the broker methods that wait for completion. */
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

/** The number of a broker as the API writes it. Other input is refused before the first request. */
function idOf(input: BrokerInput): string {
  return checkInput(restartBroker, input).broker;
}
