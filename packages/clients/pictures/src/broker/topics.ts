import {
  type brokerApi,
  type CreatedTopic,
  offsetsOf,
  partitionsOf,
  readPartitionReport,
  readProducerTest,
  type TopicDescription,
  type TopicOffsets,
  type TopicOverviews,
  type TopicSettings,
} from "@reeve/broker-models";
import { toolOutput } from "@reeve/scheduler-models";
import { bytes, countOf, grouped, shown } from "@reeve/terminal";
import { inputText, names, tableOf } from "../shared/fields.ts";
import type { Draw, Pictures, View } from "../view.ts";
import { proposed } from "./partitions.ts";

/** The renderers of topic answers. */
export const topics: Required<Pictures<typeof brokerApi>>["topics"] = {
  list: names("topics"),
  overview,
  createWith: created,
  settings,
  configure: changed,
  describe,
  offsets,
  create: ({ message, note }, view) => [...messageOr(message, `Created topic "${inputText(view, "topic")}".`, view), ...noted(note, view)],
  alter: ({ message }, view) =>
    messageOr(message, `Topic "${inputText(view, "topic")}" has ${inputText(view, "partitions")} partitions.`, view),
  proposal: proposed,
  replication: proposed,
  delete: ({ message, note }, view) => [
    ...messageOr(message, `Topic "${inputText(view, "topic")}" is marked for deletion.`, view),
    ...noted(note, view),
  ],
  producerTest,
  underReplicated: report("no partition is under-replicated"),
  unavailable: report("no partition is unavailable"),
};

/** A topic with its partitions; a topic that could not be described has only a name. */
interface DescribedTopic {
  readonly name: string;
  readonly partitions?: readonly { readonly isr: readonly number[] }[];
}

/** A table of topics with their numbers of partitions and in-sync replicas. */
export function topicTable(described: readonly DescribedTopic[], view: View): readonly string[] {
  return tableOf(described, view, [
    { head: "name", cell: ({ name }) => name },
    { head: "partitions", cell: ({ partitions }) => partitions?.length },
    { head: "in sync", unit: " (min)", cell: ({ partitions }) => partitions && Math.min(...partitions.map(({ isr }) => isr.length)) },
  ]);
}

/** The topics with the totals of their partitions. Columns for trouble appear only if a topic has some. */
function overview(value: TopicOverviews, view: View): readonly string[] {
  if (value.length === 0) return ["no topics"];
  return tableOf(value, view, [
    { head: "topic", cell: ({ topic }) => topic },
    { head: "partitions", cell: ({ partitions }) => partitions },
    { head: "replicas", cell: ({ replication }) => replication },
    { head: "in sync (min)", cell: ({ in_sync }) => in_sync },
    { head: "under-replicated", cell: ({ under_replicated }) => under_replicated || "", align: "right", isRare: true },
    { head: "below minimum", cell: ({ below_minimum }) => below_minimum || "", align: "right", isRare: true },
    { head: "no leader", cell: ({ unavailable }) => unavailable || "", align: "right", isRare: true },
    { head: "size", cell: (topic) => bytes(topic.bytes), align: "right" },
    { head: "leaders by broker", cell: ({ brokers }) => brokers.map(({ broker, leaders }) => `${broker}:${leaders}`).join(" ") },
  ]);
}

function created({ topic, partitions, replication, note }: CreatedTopic, view: View): readonly string[] {
  const replicas = replication === 1 ? "1 replica" : `${replication} replicas`;
  const words = `Created topic "${topic}" with ${countOf(partitions, "partition")} and ${replicas} of each.`;
  return [shown(words, view.style), ...noted(note, view)];
}

function settings(value: TopicSettings, view: View): readonly string[] {
  if (value.length === 0) return ["no settings"];
  return tableOf(value, view, [
    { head: "setting", cell: ({ name }) => name },
    { head: "value", cell: (each) => each.value ?? "-" },
    { head: "origin", cell: ({ origin }) => origin },
    { head: "inherited", cell: ({ origin, inherited }) => (origin === "topic" ? (inherited ?? "-") : ""), isRare: true },
  ]);
}

/** After a change, only the settings that were changed. */
function changed(value: TopicSettings, view: View): readonly string[] {
  const { set = {}, unset = [] } = view.input as { readonly set?: object; readonly unset?: readonly string[] };
  const names = new Set([...Object.keys(set), ...unset]);
  const kept = value.filter(({ name }) => names.has(name));
  return settings(kept, view);
}

function describe(value: TopicDescription, view: View): readonly string[] {
  const partitions = partitionsOf(value);
  if (partitions.length === 0) return ["no partitions"];
  const drawn = tableOf(partitions, view, [
    { head: "partition", cell: ({ partition }) => partition },
    { head: "leader", cell: ({ leader }) => (leader < 0 ? "none" : String(leader)), align: "right" },
    { head: "in sync", cell: ({ isr }) => isr.join(" "), align: "right" },
    { head: "leader epoch", cell: ({ leader_epoch }) => leader_epoch },
  ]);
  return [...drawn, ...noted(value.note, view)];
}

function noted(note: string | undefined, view: View): readonly string[] {
  return note === undefined ? [] : [shown(`note: ${note}`, view.style)];
}

function offsets(value: TopicOffsets, view: View): readonly string[] {
  const known = offsetsOf(value);
  const numbers = value.flatMap((entry) => Object.keys(entry).map(Number)).sort((a, b) => a - b);
  if (numbers.length === 0) return ["no partitions"];
  return tableOf(numbers, view, [
    { head: "partition", cell: (partition) => partition },
    { head: "offset", cell: (partition) => String(known.get(partition) ?? "unknown"), align: "right" },
  ]);
}

function producerTest({ message }: { readonly message: string }, view: View): readonly string[] {
  const figures = readProducerTest(message);
  if (!figures) return messageOr(message, "the test gave no output", view);
  const { records, recordsPerSecond, megabytesPerSecond, averageLatency, maximumLatency, percentiles } = figures;
  const latencies = [...percentiles].map(([percentile, latency]) => `${percentile}% within ${latency} ms`);
  return [
    `${countOf(records, "record")} sent, ${grouped(Math.round(recordsPerSecond))} a second (${megabytesPerSecond} MB)`,
    `latency ${averageLatency} ms on average, ${maximumLatency} ms at most`,
    ...(latencies.length > 0 ? [latencies.join(", ")] : []),
  ];
}

function report(none: string): Draw<{ readonly message: string }> {
  return ({ message }, view) => {
    const { partitions, unread, ...read } = readPartitionReport(message);
    if (read.none) return [none];
    const drawn = tableOf(partitions, view, [
      { head: "topic", cell: ({ topic }) => topic },
      { head: "partition", cell: ({ partition }) => partition },
      { head: "leader", cell: ({ leader }) => leader ?? "none" },
      { head: "replicas", cell: ({ replicas }) => replicas.join(" ") },
      { head: "in sync", cell: ({ isr }) => isr.join(" ") },
    ]);
    return [...(partitions.length === 0 ? [] : drawn), ...unread.map((line) => shown(line, view.style))];
  };
}

/** The message of a tool, without the prefixes that some servers add; `otherwise` if the message is empty. */
function messageOr(message: string, otherwise: string, view: View): readonly string[] {
  const { output, error } = toolOutput(message);
  const lines = [output, error].flatMap((words) => words.split("\n")).filter((line) => line.trim() !== "");
  return (lines.length === 0 ? [otherwise] : lines).map((line) => shown(line, view.style));
}
