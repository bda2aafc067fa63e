import type {
  BrokerBalance,
  BrokerLoad,
  brokerApi,
  PartitionPlacement,
  Proposal,
  Transfer,
} from "@reeve/broker-models";
import { bytes, countOf, duration, table } from "@reeve/terminal";
import { head } from "../shared/given.ts";
import { controls, plan } from "../shared/plans.ts";
import type { Draw, Pictures, View } from "../view.ts";

/** The drawings of partitions and of what moves. */
export const partitions: Required<Pictures<typeof brokerApi>>["partitions"] = {
  list,
  proposal: proposed,
  balance: begun,
  electLeaders: onPlan(plan),
  show: onPlan(plan),
  continue: onPlan(controls.continue),
  interrupt: onPlan(controls.interrupt),
  stop: onPlan(controls.stop),
};

/** Named as if the plan had been among the input. */
function onPlan<Value>(draw: Draw<Value>): Draw<Value> {
  return (value, view) => draw(value, { ...view, input: { ...view.input, plan: "partitions" } });
}

function list(value: readonly PartitionPlacement[], view: View): readonly string[] {
  if (value.length === 0) return ["no partitions"];
  const columns = [
    { head: head(view, "topic"), cell: ({ topic }: PartitionPlacement) => topic },
    { head: head(view, "partition"), cell: ({ partition }: PartitionPlacement) => partition, align: "right" as const },
    { head: head(view, "leader"), cell: ({ leader }: PartitionPlacement) => (leader < 0 ? "none" : String(leader)) },
    { head: head(view, "replicas"), cell: ({ replicas }: PartitionPlacement) => replicas.join(" ") },
    { head: head(view, "in sync"), cell: ({ isr }: PartitionPlacement) => isr.join(" ") },
    { head: head(view, "size"), cell: (each: PartitionPlacement) => bytes(each.bytes), align: "right" as const },
    { head: head(view, "moves"), cell: movement },
  ];
  const told = columns.filter(({ cell }) => cell !== movement || value.some((each) => movement(each)));
  return table(value, told, view.style);
}

function movement({ joins, leaves }: PartitionPlacement): string {
  return [joins.length > 0 && `to ${joins.join(" ")}`, leaves.length > 0 && `from ${leaves.join(" ")}`]
    .filter(Boolean)
    .join(", ");
}

/** What moves between which brokers, what they have before and after, and how long it takes. */
export function proposed(value: Proposal, view: View): readonly string[] {
  if (value.moves.length === 0) return ["nothing to move: the partitions are where they should be"];
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
  return [...(value.transfers.length > 0 ? [...transfers, ""] : []), ...balance, "", sumOf(value)];
}

function begun(value: Proposal, view: View): readonly string[] {
  const drawn = proposed(value, view);
  return value.moves.length === 0 ? drawn : [...drawn, "the plan partitions has begun to move them"];
}

function sumOf({ moves, leaders, bytes: all, throttle, seconds }: Proposal): string {
  const rate = throttle === null ? "" : ` at ${bytes(throttle)} a second for each broker`;
  const time = seconds === null ? "" : `, about ${duration(seconds * 1000)}`;
  return `${countOf(moves.length, "partition")}, ${countOf(leaders, "other leader")}, ${bytes(all)} to copy${rate}${time}`;
}

function nameOf(broker: number): string {
  return `broker-${broker}`;
}
