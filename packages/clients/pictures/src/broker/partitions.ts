import type { BrokerBalance, BrokerLoad, brokerApi, PartitionPlacement, Proposal, Transfer } from "@reeve/broker-models";
import { bytes, countOf, durationWords, grouped, table } from "@reeve/terminal";
import { head, inputText } from "../shared/fields.ts";
import { controlled, controls, onPlan, plan } from "../shared/plans.ts";
import type { Pictures, View } from "../view.ts";
import { behindIn, lacksReplicas } from "./partition-shares.ts";

/** The renderers of partitions and their moves. */
export const partitions: Required<Pictures<typeof brokerApi>>["partitions"] = {
  list,
  proposal: proposed,
  balance: begun,
  assignment: proposed,
  assign: begun,
  electLeaders: onPlan("partitions", plan),
  show: onPlan("partitions", plan),
  continue: onPlan("partitions", controls.continue),
  interrupt: onPlan("partitions", controlled("pauses after the current step")),
  stop: onPlan("partitions", controls.stop),
};

function list(value: readonly PartitionPlacement[], view: View): readonly string[] {
  if (value.length === 0) return ["no partitions"];
  const columns = [
    { head: head(view, "topic"), cell: ({ topic }: PartitionPlacement) => topic },
    { head: head(view, "partition"), cell: ({ partition }: PartitionPlacement) => partition, align: "right" as const },
    { head: head(view, "leader"), cell: ({ leader }: PartitionPlacement) => (leader < 0 ? "none" : String(leader)) },
    { head: head(view, "replicas"), cell: ({ replicas }: PartitionPlacement) => replicas.join(" ") },
    { head: head(view, "in sync"), cell: ({ isr }: PartitionPlacement) => isr.join(" ") },
    { head: head(view, "behind"), cell: behind },
    { head: head(view, "size"), cell: (each: PartitionPlacement) => bytes(each.bytes), align: "right" as const },
    { head: head(view, "moves"), cell: movement },
  ];
  const rare: readonly ((partition: PartitionPlacement) => string)[] = [behind, movement];
  const filled = columns.filter(({ cell }) => rare.every((each) => each !== cell) || value.some((each) => cell(each)));
  return [...table(value, filled, view.style), ...attention(value)];
}

function behind(partition: PartitionPlacement): string {
  return behindIn(partition).join(" ");
}

/** The conditions that an operator has to watch; empty if every partition is in sync and none is moving. */
function attention(value: readonly PartitionPlacement[]): readonly string[] {
  const moving = value.filter((each) => movement(each) !== "").length;
  const under = value.filter(lacksReplicas).length;
  if (moving + under === 0) return [];
  const words = [
    ...(moving > 0 ? [`${countOf(moving, "partition")} ${moving === 1 ? "moves" : "move"}`] : []),
    ...(under > 0 ? [`${countOf(under, "partition")} under-replicated`] : []),
  ];
  return ["", words.join(", ")];
}

function movement({ joins, leaves }: PartitionPlacement): string {
  return [joins.length > 0 && `to ${joins.join(" ")}`, leaves.length > 0 && `from ${leaves.join(" ")}`].filter(Boolean).join(", ");
}

/** Draws a proposal: what moves between which brokers, what each broker has before and after, and how long it takes. */
export function proposed(value: Proposal, view: View): readonly string[] {
  if (value.moves.length === 0) return [`nothing to move: ${reasonFor(view)}`];
  const transfers = table(
    value.transfers,
    [
      { head: head(view, "from"), cell: ({ from }: Transfer) => (from === null ? "new copy" : nameOf(from)) },
      { head: head(view, "to"), cell: ({ to }: Transfer) => (to === null ? "dropped" : nameOf(to)) },
      { head: head(view, "replicas"), cell: ({ replicas }: Transfer) => replicas, align: "right" as const },
      { head: head(view, "size"), cell: (each: Transfer) => bytes(each.bytes), align: "right" as const },
    ],
    view.style,
  );
  const change = (of: (load: BrokerLoad) => string) => (each: BrokerBalance) => {
    const [before, after] = [of(each.before), of(each.after)];
    return before === after ? before : `${before} to ${after}`;
  };
  const balance = table(
    value.brokers,
    [
      { head: head(view, "broker"), cell: ({ broker }: BrokerBalance) => nameOf(broker) },
      { head: head(view, "replicas"), cell: change(({ replicas }) => String(replicas)) },
      { head: head(view, "leaders"), cell: change(({ leaders }) => String(leaders)) },
      { head: head(view, "size"), cell: change((load) => bytes(load.bytes)) },
    ],
    view.style,
  );
  return [...(value.transfers.length > 0 ? [...transfers, ""] : []), ...balance, "", ...sumOf(value)];
}

function reasonFor(view: View): string {
  return inputText(view, "to") === "new" ? "every broker has replicas" : "the partitions are where they should be";
}

function begun(value: Proposal, view: View): readonly string[] {
  const drawn = proposed(value, view);
  return value.moves.length === 0 ? drawn : [...drawn, "the partitions plan has begun to move them"];
}

/** Sums up a proposal in two lines, because a single line would not fit into a narrow terminal. */
function sumOf({ moves, leaders, bytes: all, throttle, seconds }: Proposal): readonly string[] {
  const led = leaders === 0 ? "" : `, ${leaders === moves.length ? "all" : grouped(leaders)} with another preferred leader`;
  const sum = `${countOf(moves.length, "partition")}${led}, ${bytes(all)} to copy`;
  if (throttle === null) return [sum];
  const time = seconds === null ? "" : `, about ${durationWords(seconds * 1000)}`;
  return [sum, `at ${rateWords(throttle)} a second for each broker${time}`];
}

/** A rate in the unit in which throttles are entered: `50 MB`. */
function rateWords(throttle: number): string {
  const [unit, size] = throttle >= 1e9 ? ["GB", 1e9] : throttle >= 1e6 ? ["MB", 1e6] : throttle >= 1e3 ? ["kB", 1e3] : ["B", 1];
  return `${Number((throttle / size).toFixed(1))} ${unit}`;
}

function nameOf(broker: number): string {
  return `broker-${broker}`;
}
