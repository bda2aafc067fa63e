import { type BrokerRevision, brokerApi } from "@reeve/broker-models";
import { type ClientOptions, createClient, type ExtrasOf, type MethodsOf } from "@reeve/client";
import { type BrokerExtras, extras } from "./extras.ts";
import { offsetTimes } from "./offset-times.ts";

/** How to make a client of a message broker service. */
export type BrokerClientOptions<Revision extends BrokerRevision | undefined = BrokerRevision | undefined> =
  ClientOptions<Revision>;

/**
 * A client of a message broker service: exactly the operations of its revision, and what takes more than one call. Without a revision
 * it has all operations, and those that the server's revision lacks say so when they are called.
 */
export type BrokerClient<Revision extends BrokerRevision | undefined = undefined> = {
  readonly [Noun in keyof MethodsOf<typeof brokerApi, Revision>]: BrokerNoun<Noun, Revision>;
};

/** What a client of a message broker can do with one noun. It has a name of its own for the sake of short type errors. */
export type BrokerNoun<
  Noun extends keyof MethodsOf<typeof brokerApi, Revision>,
  Revision extends BrokerRevision | undefined = undefined,
> = MethodsOf<typeof brokerApi, Revision>[Noun] & ExtrasOf<BrokerExtras<Revision>, Noun>;

/** Makes a client of a message broker service. Nothing is loaded, opened or asked before the first call. */
export function createBrokerClient<const Revision extends BrokerRevision | undefined = undefined>(
  options: BrokerClientOptions<Revision>,
): BrokerClient<Revision> {
  const traits = { fallbackSpellings: [offsetTimes], kindProbe: { operation: "topics.list" }, extras };
  // The extras are put beside the methods by name; that they are there is what the tests of this package see to.
  return createClient(brokerApi, options, traits) as BrokerClient<Revision>;
}
