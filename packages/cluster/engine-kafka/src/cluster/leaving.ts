import { DEFAULT_RATE, emptyingMoves } from "@reeve/broker-planning";
import type { Layout, NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { Moves } from "../administration/moves.ts";
import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";
import type { Throttle } from "./throttle.ts";

/** The maximum number of partitions that move at the same time. */
const AT_ONCE = 20;

/** The protocol's error code for a broker that is not registered. */
const NOT_REGISTERED = 102;

export interface LeavingOptions {
  readonly layout: () => Promise<Layout>;
  readonly moves: Moves;
  readonly throttle: Throttle;
  readonly leader: () => Promise<Link>;
}

/** The work on a broker before and after its decommission. */
export interface Leaving {
  /** Moves the broker's partitions to other brokers. Called again until the broker has no partitions. */
  empty(node: NodeView): Promise<Readiness>;
  /** Removes the broker's registration from the controllers. */
  unregister(node: NodeView): Promise<Readiness>;
}

export function leavingOf({ layout, moves, throttle, leader }: LeavingOptions): Leaving {
  return {
    async empty({ index }) {
      const now = await layout();
      const held = now.partitions.filter(({ replicas, leaves }) => replicas.includes(index) || leaves.includes(index));
      if (held.length === 0) {
        await throttle.off();
        return { ready: true };
      }
      const moving = held.filter(({ leaves }) => leaves.includes(index)).length;
      if (moving === 0) {
        const proposed = emptyingMoves(now, new Set([index]));
        await moves.begin(proposed.slice(0, AT_ONCE), DEFAULT_RATE);
      }
      const bytes = held.reduce((sum, partition) => sum + partition.bytes, 0);
      const has = held.length === 1 ? "partition has" : "partitions have";
      return {
        ready: false,
        reason: `${held.length} ${has} yet to move to other brokers, ${(bytes / 2 ** 20).toFixed(1)} MiB`,
      };
    },
    async unregister({ index, id }) {
      const { unregisterBrokerV0 } = await protocol();
      const { errorCode, errorMessage } = await (await leader()).call(unregisterBrokerV0.api, [index], READ_TIMEOUT);
      if (errorCode === 0 || errorCode === NOT_REGISTERED) return { ready: true };
      return {
        ready: false,
        reason: `${id} is still registered with the controllers: ${errorMessage ?? `error ${errorCode}`}`,
      };
    },
  };
}
