import { about, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The moves that a balance would make, and its result for each broker. */
export interface Proposal {
  /** The partitions whose replicas or preferred leader would change. */
  readonly moves: readonly ProposedMove[];
  /** The moved replicas, grouped by the brokers that lose and get them. */
  readonly transfers: readonly Transfer[];
  /** The number of partitions whose preferred leader would change. */
  readonly leaders: number;
  /** The total bytes to copy. */
  readonly bytes: number;
  /** Maximum bytes per second that each broker sends or receives; null for no limit. */
  readonly throttle: number | null;
  /** How many seconds the copying takes at the throttle's rate; null if there is no limit. */
  readonly seconds: number | null;
  readonly brokers: readonly BrokerBalance[];
}

export interface ProposedMove {
  readonly topic: string;
  readonly partition: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The replicas that move from one broker to another. `from` is null for added replicas, and `to` is null for removed ones. */
export interface Transfer {
  readonly from: number | null;
  readonly to: number | null;
  readonly replicas: number;
  readonly bytes: number;
}

/** The load of a broker before and after the balance. */
export interface BrokerBalance {
  readonly broker: number;
  readonly before: BrokerLoad;
  readonly after: BrokerLoad;
}

export interface BrokerLoad {
  readonly replicas: number;
  /** The number of partitions whose preferred leader is this broker. */
  readonly leaders: number;
  readonly bytes: number;
}

const numbers = v.array(v.number());

const ProposedMove: Schema<ProposedMove> = object({
  topic: v.string(),
  partition: v.number(),
  from: about("ids of the brokers that have a replica before the move, the preferred leader first", numbers),
  to: about("ids of the brokers that have a replica after the move, the preferred leader first", numbers),
  bytes: about("bytes of one replica", v.number()),
});

const Transfer: Schema<Transfer> = object({
  from: about("the broker that loses the replicas; null for added replicas", v.nullable(v.number())),
  to: about("the broker that gets the replicas; null for removed replicas", v.nullable(v.number())),
  replicas: v.number(),
  bytes: v.number(),
});

const BrokerLoad: Schema<BrokerLoad> = object({
  replicas: v.number(),
  leaders: about("number of partitions whose preferred leader is this broker", v.number()),
  bytes: v.number(),
});

export const Proposal: Schema<Proposal> = resource("Proposal", "The moves of a balance, and the load of each broker before and after it.", {
  moves: v.array(ProposedMove),
  transfers: v.array(Transfer),
  leaders: about("number of partitions that get another preferred leader", v.number()),
  bytes: about("total bytes to copy", v.number()),
  throttle: about("maximum bytes per second that each broker sends or receives; null for no limit", v.nullable(v.number())),
  seconds: about("seconds that the copying takes at that rate; null for no limit", v.nullable(v.number())),
  brokers: v.array(object({ broker: v.number(), before: BrokerLoad, after: BrokerLoad })),
});
