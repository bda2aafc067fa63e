import type { BrokerBalance, BrokerLoad, brokerApi, PartitionPlacement, Proposal } from "@reeve/broker-models";
import { bytes, countOf, durationWords, grouped } from "@reeve/terminal";
import { inputText, tableOf } from "../shared/fields.ts";
import { controlled, controls, onPlan, plan } from "../shared/plans.ts";
import type { Pictures, View } from "../view.ts";
import { behindIn, brokerNode, lacksReplicas } from "./partition-shares.ts";

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
  const drawn = tableOf(value, view, [
    { head: "topic", cell: ({ topic }) => topic },
    { head: "partition", cell: ({ partition }) => partition, align: "right" },
    { head: "leader", cell: ({ leader }) => (leader < 0 ? "none" : String(leader)) },
    { head: "replicas", cell: ({ replicas }) => replicas.join(" ") },
    { head: "in sync", cell: ({ isr }) => isr.join(" ") },
    { head: "behind", cell: (partition) => behindIn(partition).join(" "), isRare: true },
    { head: "size", cell: (partition) => bytes(partition.bytes), align: "right" },
    { head: "moves", cell: movement, isRare: true },
  ]);
  return [...drawn, ...attention(value)];
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
  const transfers = tableOf(value.transfers, view, [
    { head: "from", cell: ({ from }) => (from === null ? "new copy" : brokerNode(from)) },
    { head: "to", cell: ({ to }) => (to === null ? "dropped" : brokerNode(to)) },
    { head: "replicas", cell: ({ replicas }) => replicas, align: "right" },
    { head: "size", cell: (transfer) => bytes(transfer.bytes), align: "right" },
  ]);
  const change = (of: (load: BrokerLoad) => string) => (each: BrokerBalance) => {
    const [before, after] = [of(each.before), of(each.after)];
    return before === after ? before : `${before} to ${after}`;
  };
  const balance = tableOf(value.brokers, view, [
    { head: "broker", cell: ({ broker }) => brokerNode(broker) },
    { head: "replicas", cell: change(({ replicas }) => String(replicas)) },
    { head: "leaders", cell: change(({ leaders }) => String(leaders)) },
    { head: "size", cell: change((load) => bytes(load.bytes)) },
  ]);
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
