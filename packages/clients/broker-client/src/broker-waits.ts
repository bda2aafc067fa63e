import { type BrokerInput, type BrokerTaskIds, replaceBroker, restartBroker } from "@reeve/broker-models";
import { type CompletionOptions, callOptions, listIn, type OneByOneOptions, oneByOne } from "@reeve/client";
import { checkInput } from "@reeve/contract";
import type { Force } from "@reeve/scheduler-models";
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
  replaceAndWait(input: BrokerInput & Force, options?: CompletionOptions): Promise<BrokerTaskIds>;
  /**
   * Restarts brokers one after another. The next broker is restarted only when the previous one is back and in sync. Stops at the first
   * broker that does not come back. Returns the brokers that have come back.
   */
  restartAllAndWait(input?: BrokersInput, options?: OneByOneOptions): Promise<readonly string[]>;
}

/** Makes the broker methods that wait for completion. */
export function brokerWaits(client: HasBrokers, { waitInSync }: TopicWaits): BrokerWaits {
  const recover = (verb: "restart" | "replace", input: { readonly broker: string } & Force, options: CompletionOptions = {}) =>
    recoverBroker(client, verb, input, options);
  return {
    restartAndWait: async (input, options) => recover("restart", checkInput(restartBroker, input), options),
    replaceAndWait: async (input, options) => recover("replace", checkInput(replaceBroker, input), options),
    restartAllAndWait: async (input, options = {}) => {
      const brokers = listIn<number | string>(input, "brokers") ?? (await client.brokers.list(undefined, callOptions(options))).brokers;
      const all = brokers.map((broker) => checkInput(restartBroker, { broker }).broker);
      await waitInSync(options);
      return oneByOne(all, (broker) => recover("restart", { broker }, options), options.onNode);
    },
  };
}
