import {
  type brokerApi,
  type ConsumerGroup,
  type GroupDetails,
  type GroupMember,
  type GroupOffset,
  type Groups,
  type OffsetReset,
  type OffsetResets,
  recordsIn,
} from "@reeve/broker-models";
import { type Column, countOf, grouped, shown, table } from "@reeve/terminal";
import { head, inputText } from "../shared/fields.ts";
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
  const columns: readonly Column<ConsumerGroup>[] = [
    { head: head(view, "group"), cell: ({ group }) => group },
    { head: head(view, "state"), cell: ({ state }) => state },
    { head: head(view, "members"), cell: ({ members }) => members },
    { head: head(view, "lag"), cell: ({ lag }) => counted(lag), align: "right" },
    { head: head(view, "topics"), cell: ({ topics }) => topics.join(" ") },
    { head: head(view, "coordinator"), cell: ({ coordinator }) => `broker-${coordinator}` },
  ];
  return table(value, columns, view.style);
}

function show({ group, state, coordinator, assignor, lag, members, offsets }: GroupDetails, view: View): readonly string[] {
  const by = assignor === "" ? "" : `, assigned by ${assignor}`;
  const words = `${group}  ${state}, ${countOf(members.length, "member")}${by}, coordinated by broker-${coordinator}`;
  const clients = new Map(members.map(({ member, client }) => [member, client]));
  const columns: readonly Column<GroupOffset>[] = [
    { head: head(view, "topic"), cell: ({ topic }) => topic },
    { head: head(view, "partition"), cell: ({ partition }) => partition, align: "right" },
    { head: head(view, "offset"), cell: ({ offset }) => counted(offset), align: "right" },
    { head: head(view, "end"), cell: ({ end }) => counted(end), align: "right" },
    { head: head(view, "lag"), cell: (each) => counted(each.lag), align: "right" },
    { head: head(view, "read by"), cell: ({ member }) => (member === null ? "" : (clients.get(member) ?? member)) },
  ];
  return [
    shown(words, view.style),
    ...(members.length > 0 ? ["", ...table(members, memberColumns(view), view.style)] : []),
    ...(offsets.length > 0 ? ["", ...table(offsets, columns, view.style), "", `${counted(lag)} records to read`] : []),
  ];
}

function memberColumns(view: View): readonly Column<GroupMember>[] {
  return [
    { head: head(view, "client"), cell: ({ client }) => client },
    { head: head(view, "host"), cell: ({ host }) => host },
    { head: head(view, "partitions"), cell: ({ partitions }) => partitions.length },
    { head: head(view, "member"), cell: ({ member }) => member },
  ];
}

function resets(value: OffsetResets, view: View): readonly string[] {
  const columns: readonly Column<OffsetReset>[] = [
    { head: head(view, "topic"), cell: ({ topic }) => topic },
    { head: head(view, "partition"), cell: ({ partition }) => partition, align: "right" },
    { head: head(view, "from"), cell: ({ from }) => counted(from), align: "right" },
    { head: head(view, "to"), cell: ({ to }) => counted(to), align: "right" },
    { head: head(view, "lag after"), cell: ({ lag }) => counted(lag), align: "right" },
  ];
  return [...table(value, columns, view.style), "", effectOf(value)];
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
