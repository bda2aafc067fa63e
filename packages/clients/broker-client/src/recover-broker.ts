import type { BrokerList, BrokerTaskIds } from "@reeve/broker-models";
import {
  allOf,
  byPlan,
  type CallOptions,
  type CompletionOptions,
  callOptions,
  planSource,
  recoveries,
  type ShowsPlans,
  type Watcher,
  waitForCompletion,
  withChanges,
} from "@reeve/client";
import type { Force } from "@reeve/scheduler-models";
import { askReplication, type ReportsReplication } from "./replication.ts";

/** A client that can restart and replace brokers and shows their state. */
export interface HasBrokers extends ShowsPlans, ReportsReplication {
  readonly brokers: {
    list(input?: undefined, options?: CallOptions): Promise<BrokerList>;
  } & Record<"restart" | "replace", (input: { readonly broker: string } & Force, options?: CallOptions) => Promise<BrokerTaskIds>>;
}

/**
 * Restarts or replaces a broker and waits until it is back and in sync. The wait must first see that the work has started: the broker is
 * down, one of its replicas is out of sync, or the recovery plan has changed (if the server shows that plan). Then two consecutive answers
 * must show the broker up and nothing under-replicated, and the recovery plan must be complete.
 */
export async function recoverBroker(
  client: HasBrokers,
  verb: "restart" | "replace",
  input: { readonly broker: string } & Force,
  options: CompletionOptions,
): Promise<BrokerTaskIds> {
  const { broker } = input;
  const call = callOptions(options);
  const source = await planSource(client, "recovery", call);
  const watchers = [...(source ? [byPlan(source, `broker-${broker}`)] : []), byBroker(client, broker)];
  const tasks = await client.brokers[verb](input, call);
  await waitForCompletion(`the ${recoveries[verb]} of broker ${broker}`, allOf(watchers), withChanges(client, options));
  return tasks;
}

/**
 * How many consecutive good answers end the wait. A single good answer may have been sent before the server noticed that the broker is
 * down.
 */
const ANSWERS = 2;

function byBroker(client: HasBrokers, broker: string): Watcher {
  let good = 0;
  return async (options) => {
    const [{ brokers, unavailable = [] }, { inSync, partitions, missing }] = await Promise.all([
      client.brokers.list(undefined, options),
      askReplication(client, options),
    ]);
    const isUp = brokers.includes(broker) && !unavailable.includes(broker);
    const isBehind = partitions.some(({ replicas, isr }) => replicas.includes(Number(broker)) && !isr.includes(Number(broker)));
    good = isUp && inSync ? good + 1 : 0;
    const wanted = isUp ? missing || `broker ${broker} has only just come in sync` : `broker ${broker} is not up`;
    return { started: !isUp || isBehind, finished: good >= ANSWERS, missing: wanted };
  };
}
