import { type BrokerRevision, brokerApi } from "@reeve/broker-models";
import { type Answers, createDouble, type Double, type DoubleOptions } from "@reeve/client/testing";

export type { Double, DoubleOptions, ReceivedRequest, Reply } from "@reeve/client/testing";
export { reply } from "@reeve/client/testing";

/** Makes a test double of a message broker service of one revision, for tests of programs that use its client. */
export function createBrokerDouble<const Revision extends BrokerRevision>(
  revision: Revision,
  answers: Answers<typeof brokerApi, Revision>,
  options?: DoubleOptions,
): Double {
  return createDouble(brokerApi, revision, answers, options);
}
