import {
  type brokerApi,
  type CreatedTopic,
  offsetsOf,
  partitionsOf,
  readPartitionReport,
  readProducerTest,
  type TopicDescription,
  type TopicOffsets,
  type TopicOverview,
  type TopicOverviews,
  type TopicSetting,
  type TopicSettings,
} from "@reeve/broker-models";
import { toolOutput } from "@reeve/scheduler-models";
import { bytes, type Column, countOf, grouped, shown, table } from "@reeve/terminal";
import { head, inputText, names } from "../shared/fields.ts";
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
  const inSync = ({ partitions }: DescribedTopic) => partitions && Math.min(...partitions.map(({ isr }) => isr.length));
  const columns = [
    { head: head(view, "name"), cell: ({ name }: DescribedTopic) => name },
    { head: head(view, "partitions"), cell: ({ partitions }: DescribedTopic) => partitions?.length },
    { head: `${head(view, "in sync")} (min)`, cell: inSync },
  ];
  return table(described, columns, view.style);
}

/** The topics with the totals of their partitions. Columns for trouble appear only if a topic has some. */
function overview(value: TopicOverviews, view: View): readonly string[] {
  if (value.length === 0) return ["no topics"];
  const trouble = (words: string, count: (topic: TopicOverview) => number): readonly Column<TopicOverview>[] =>
    value.some((topic) => count(topic) > 0) ? [{ head: head(view, words), cell: (topic) => count(topic) || "", align: "right" }] : [];
  const columns: readonly Column<TopicOverview>[] = [
    { head: head(view, "topic"), cell: ({ topic }) => topic },
    { head: head(view, "partitions"), cell: ({ partitions }) => partitions },
    { head: head(view, "replicas"), cell: ({ replication }) => replication },
    { head: head(view, "in sync (min)"), cell: ({ in_sync }) => in_sync },
    ...trouble("under-replicated", ({ under_replicated }) => under_replicated),
    ...trouble("below minimum", ({ below_minimum }) => below_minimum),
    ...trouble("no leader", ({ unavailable }) => unavailable),
    { head: head(view, "size"), cell: (topic) => bytes(topic.bytes), align: "right" },
    { head: head(view, "leaders by broker"), cell: leadersOf },
  ];
  return table(value, columns, view.style);
}

/** How many partitions each broker leads: `0:4 1:4 2:4`. */
function leadersOf({ brokers }: TopicOverview): string {
  return brokers.map(({ broker, leaders }) => `${broker}:${leaders}`).join(" ");
}

function created({ topic, partitions, replication, note }: CreatedTopic, view: View): readonly string[] {
  const words = `Created topic "${topic}" with ${countOf(partitions, "partition")} and ${replicasOf(replication)}.`;
  return [shown(words, view.style), ...noted(note, view)];
}

function replicasOf(count: number): string {
  return count === 1 ? "1 replica of each" : `${count} replicas of each`;
}

function settings(value: TopicSettings, view: View): readonly string[] {
  if (value.length === 0) return ["no settings"];
  const hasOther = value.some(({ origin }) => origin === "topic");
  const columns: readonly (Column<TopicSetting> | false)[] = [
    { head: head(view, "setting"), cell: ({ name }) => name },
    { head: head(view, "value"), cell: (each) => each.value ?? "-" },
    { head: head(view, "origin"), cell: ({ origin }) => origin },
    hasOther && {
      head: head(view, "inherited"),
      cell: (each) => (each.origin === "topic" ? (each.inherited ?? "-") : ""),
    },
  ];
  return table(
    value,
    columns.filter((column) => column !== false),
    view.style,
  );
}

/** After a change, only the settings that were changed. */
function changed(value: TopicSettings, view: View): readonly string[] {
  const { set = {}, unset = [] } = view.input as { readonly set?: object; readonly unset?: readonly string[] };
  const names = new Set([...Object.keys(set), ...unset]);
  return settings(
    value.filter(({ name }) => names.has(name)),
    view,
  );
}

function describe(value: TopicDescription, view: View): readonly string[] {
  const partitions = partitionsOf(value);
  if (partitions.length === 0) return ["no partitions"];
  const columns = [
    { head: head(view, "partition"), cell: (each: (typeof partitions)[number]) => each.partition },
    {
      head: head(view, "leader"),
      cell: (each: (typeof partitions)[number]) => (each.leader < 0 ? "none" : String(each.leader)),
      align: "right" as const,
    },
    {
      head: head(view, "in sync"),
      cell: (each: (typeof partitions)[number]) => each.isr.join(" "),
      align: "right" as const,
    },
    { head: head(view, "leader epoch"), cell: (each: (typeof partitions)[number]) => each.leader_epoch },
  ];
  return [...table(partitions, columns, view.style), ...noted(value.note, view)];
}

function noted(note: string | undefined, view: View): readonly string[] {
  return note === undefined ? [] : [shown(`note: ${note}`, view.style)];
}

function offsets(value: TopicOffsets, view: View): readonly string[] {
  const known = offsetsOf(value);
  const numbers = value
    .flatMap((entry) => Object.keys(entry))
    .map(Number)
    .sort((a, b) => a - b);
  if (numbers.length === 0) return ["no partitions"];
  const columns = [
    { head: head(view, "partition"), cell: (partition: number) => partition },
    {
      head: head(view, "offset"),
      cell: (partition: number) => {
        const offset = known.get(partition);
        return offset === undefined ? "unknown" : String(offset);
      },
      align: "right" as const,
    },
  ];
  return table(numbers, columns, view.style);
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
    const columns = [
      { head: head(view, "topic"), cell: (each: (typeof partitions)[number]) => each.topic },
      { head: head(view, "partition"), cell: (each: (typeof partitions)[number]) => each.partition },
      { head: head(view, "leader"), cell: (each: (typeof partitions)[number]) => each.leader ?? "none" },
      { head: head(view, "replicas"), cell: (each: (typeof partitions)[number]) => each.replicas.join(" ") },
      { head: head(view, "in sync"), cell: (each: (typeof partitions)[number]) => each.isr.join(" ") },
    ];
    const drawn = partitions.length === 0 ? [] : table(partitions, columns, view.style);
    return [...drawn, ...unread.map((line) => shown(line, view.style))];
  };
}

/** The message of a tool, without the prefixes that some servers add; `otherwise` if the message is empty. */
function messageOr(message: string, otherwise: string, view: View): readonly string[] {
  const { output, error } = toolOutput(message);
  const lines = [output, error].flatMap((words) => words.split("\n")).filter((line) => line.trim() !== "");
  return (lines.length === 0 ? [otherwise] : lines).map((line) => shown(line, view.style));
}
