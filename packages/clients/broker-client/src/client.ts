import { type BrokerRevision, brokerApi } from "@reeve/broker-models";
import { type ClientOptions, createClient, type ExtrasOf, type MethodsOf } from "@reeve/client";
import { type BrokerExtras, extras } from "./extras.ts";

/** The options of a client of a message broker service. */
export type BrokerClientOptions<Revision extends BrokerRevision | undefined = BrokerRevision | undefined> =
  ClientOptions<Revision>;

/**
 * A client of a message broker service: the operations of its revision, and methods that need more than one call. Without a revision it has
 * all operations; calling one that the server's revision lacks is an error.
 */
export type BrokerClient<Revision extends BrokerRevision | undefined = undefined> = {
  readonly [Noun in keyof MethodsOf<typeof brokerApi, Revision>]: BrokerNoun<Noun, Revision>;
};

/** The methods of one noun. A named type keeps type errors short. */
export type BrokerNoun<
  Noun extends keyof MethodsOf<typeof brokerApi, Revision>,
  Revision extends BrokerRevision | undefined = undefined,
> = MethodsOf<typeof brokerApi, Revision>[Noun] & ExtrasOf<BrokerExtras<Revision>, Noun>;

/** Makes a client of a message broker service. The first call loads the adapter and opens connections. */
export function createBrokerClient<const Revision extends BrokerRevision | undefined = undefined>(
  options: BrokerClientOptions<Revision>,
): BrokerClient<Revision> {
  // The additional methods are added by name, so a cast is needed; this package's tests check that they exist.
  return createClient(brokerApi, options, { extras }) as BrokerClient<Revision>;
}
