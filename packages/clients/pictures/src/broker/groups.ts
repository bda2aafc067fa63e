import { type brokerApi, type GroupDetails, type Groups, type OffsetResets, recordsIn } from "@reeve/broker-models";
import { countOf, grouped, shown } from "@reeve/terminal";
import { inputText, tableOf } from "../shared/fields.ts";
import type { Pictures, View } from "../view.ts";

/** The renderers of consumer groups. */
export const groups: Required<Pictures<typeof brokerApi>>["groups"] = {
  list,
  show,
  proposal: resets,
  reset: (value, view) => [...resets(value, view), "", shown(`${inputText(view, "group")} has been reset`, view.style)],
  delete: ({ group }, view) => [shown(`The consumer group ${group} has been deleted.`, view.style)],
};

function list(value: Groups, view: View): readonly string[] {
  if (value.length === 0) return ["no consumer groups"];
  return tableOf(value, view, [
    { head: "group", cell: ({ group }) => group },
    { head: "state", cell: ({ state }) => state },
    { head: "members", cell: ({ members }) => members },
    { head: "lag", cell: ({ lag }) => counted(lag), align: "right" },
    { head: "topics", cell: ({ topics }) => topics.join(" ") },
    { head: "coordinator", cell: ({ coordinator }) => `broker-${coordinator}` },
  ]);
}

function show({ group, state, coordinator, assignor, lag, members, offsets }: GroupDetails, view: View): readonly string[] {
  const by = assignor === "" ? "" : `, assigned by ${assignor}`;
  const words = `${group}  ${state}, ${countOf(members.length, "member")}${by}, coordinated by broker-${coordinator}`;
  const clients = new Map(members.map(({ member, client }) => [member, client]));
  const ofMembers = tableOf(members, view, [
    { head: "client", cell: ({ client }) => client },
    { head: "host", cell: ({ host }) => host },
    { head: "partitions", cell: ({ partitions }) => partitions.length },
    { head: "member", cell: ({ member }) => member },
  ]);
  const ofOffsets = tableOf(offsets, view, [
    { head: "topic", cell: ({ topic }) => topic },
    { head: "partition", cell: ({ partition }) => partition, align: "right" },
    { head: "offset", cell: ({ offset }) => counted(offset), align: "right" },
    { head: "end", cell: ({ end }) => counted(end), align: "right" },
    { head: "lag", cell: (each) => counted(each.lag), align: "right" },
    { head: "read by", cell: ({ member }) => (member === null ? "" : (clients.get(member) ?? member)) },
  ]);
  return [
    shown(words, view.style),
    ...(members.length > 0 ? ["", ...ofMembers] : []),
    ...(offsets.length > 0 ? ["", ...ofOffsets, "", `${counted(lag)} records to read`] : []),
  ];
}

function resets(value: OffsetResets, view: View): readonly string[] {
  const drawn = tableOf(value, view, [
    { head: "topic", cell: ({ topic }) => topic },
    { head: "partition", cell: ({ partition }) => partition, align: "right" },
    { head: "from", cell: ({ from }) => counted(from), align: "right" },
    { head: "to", cell: ({ to }) => counted(to), align: "right" },
    { head: "lag after", cell: ({ lag }) => counted(lag), align: "right" },
  ]);
  return [...drawn, "", effectOf(value)];
}

/** What a reset does, in a sentence: `3 partitions: 1,200 records are read again, 40 are skipped`. */
export function effectOf(value: OffsetResets): string {
  const { again, skipped } = recordsIn(value);
  const words = [
    again > 0 && `${countOf(again, "record")} ${again === 1 ? "is" : "are"} read again`,
    skipped > 0 && `${countOf(skipped, "record")} ${skipped === 1 ? "is" : "are"} skipped`,
  ].filter(Boolean);
  return `${countOf(value.length, "partition")}: ${words.join(", ") || "no record is skipped or read again"}`;
}

function counted(number: number | null): string {
  return number === null ? "-" : grouped(number);
}
