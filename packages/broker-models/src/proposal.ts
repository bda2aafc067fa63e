import { about, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** What would move, and what brokers would have then. */
export interface Proposal {
  /** The partitions whose copies are elsewhere then, or whose first replica is another one. */
  readonly moves: readonly ProposedMove[];
  /** What is copied, from the brokers that give their copy up to those that get it. */
  readonly transfers: readonly Transfer[];
  /** How many partitions get another preferred leader. */
  readonly leaders: number;
  /** Bytes that are copied in all. */
  readonly bytes: number;
  /** Bytes a second that each broker sends or gets at most; null where there is no limit. */
  readonly throttle: number | null;
  /** How long the copying takes at that rate; null where there is no limit. */
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

/** What one broker gives up for another one. A copy that is added comes from none, and one that is dropped goes to none. */
export interface Transfer {
  readonly from: number | null;
  readonly to: number | null;
  readonly replicas: number;
  readonly bytes: number;
}

/** What a broker has before and after. */
export interface BrokerBalance {
  readonly broker: number;
  readonly before: BrokerLoad;
  readonly after: BrokerLoad;
}

export interface BrokerLoad {
  readonly replicas: number;
  /** Partitions whose first replica it is. */
  readonly leaders: number;
  readonly bytes: number;
}

const numbers = v.array(v.number());

const ProposedMove: Schema<ProposedMove> = object({
  topic: v.string(),
  partition: v.number(),
  from: about("numbers of brokers before, the preferred leader first", numbers),
  to: about("the same after", numbers),
  bytes: about("bytes of one copy", v.number()),
});

const Transfer: Schema<Transfer> = object({
  from: about("the broker that gives its copy up; null for one that is added", v.nullable(v.number())),
  to: about("the broker that gets it; null for one that is dropped", v.nullable(v.number())),
  replicas: v.number(),
  bytes: v.number(),
});

const BrokerLoad: Schema<BrokerLoad> = object({
  replicas: v.number(),
  leaders: about("partitions whose first replica it is", v.number()),
  bytes: v.number(),
});

export const Proposal: Schema<Proposal> = resource("Proposal", "What would move, and what brokers would have then.", {
  moves: v.array(ProposedMove),
  transfers: v.array(Transfer),
  leaders: about("how many partitions get another preferred leader", v.number()),
  bytes: about("bytes that are copied in all", v.number()),
  throttle: about(
    "bytes a second that each broker sends or gets at most; null without a limit",
    v.nullable(v.number()),
  ),
  seconds: about("how long the copying takes at that rate; null without a limit", v.nullable(v.number())),
  brokers: v.array(object({ broker: v.number(), before: BrokerLoad, after: BrokerLoad })),
});
