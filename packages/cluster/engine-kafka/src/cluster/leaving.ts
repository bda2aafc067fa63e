import { DEFAULT_RATE, emptyingMoves } from "@reeve/broker-planning";
import { type Layout, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import type { Moves } from "../administration/moves.ts";
import { NOT_REGISTERED } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import type { Throttle } from "./throttle.ts";

const AT_ONCE = 20;

/** Moves the partitions of a broker to other brokers, before it leaves. Called again until the broker has no partitions. */
export async function emptyBroker({ index }: NodeView, now: Layout, moves: Moves, throttle: Throttle): Promise<Readiness> {
  const held = now.partitions.filter(({ replicas, leaves }) => replicas.includes(index) || leaves.includes(index));
  if (held.length === 0) {
    await throttle.off();
    return READY;
  }
  if (!held.some(({ leaves }) => leaves.includes(index))) {
    await moves.begin(emptyingMoves(now, new Set([index])).slice(0, AT_ONCE), DEFAULT_RATE);
  }
  const bytes = held.reduce((sum, partition) => sum + partition.bytes, 0);
  const has = held.length === 1 ? "partition has" : "partitions have";
  return notReady(`${held.length} ${has} yet to move to other brokers, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
}

/** Removes the registration of a broker that has left from the active controller. */
export async function unregisterBroker({ index, id }: NodeView, controller: Link): Promise<Readiness> {
  const { errorCode, errorMessage } = await askLink(controller, (kafka) => kafka.unregisterBrokerV0, [index]);
  if (errorCode === 0 || errorCode === NOT_REGISTERED) return READY;
  return notReady(`${id} is still registered with the controllers: ${errorMessage ?? `error ${errorCode}`}`);
}
