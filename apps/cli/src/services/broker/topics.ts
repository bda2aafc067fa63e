import {
  offsetsOf,
  partitionsOf,
  type ProducerTestFigures,
  readPartitionReport,
  readProducerTest,
  type TopicDescription,
  type TopicList,
  type TopicOffsets,
} from "@reeve/broker-models";
import { type CallOptions, seeThrough, type Watcher } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { MessageResult } from "@reeve/scheduler-models";
import { type Column, countOf, picture, shown, table } from "@reeve/terminal";
import type { Show, View } from "../../operations/show.ts";
import { message, said } from "../shared/message.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";

const topic = ({ input }: Pick<View, "input">) => String(input.topic);

const list: Show<TopicList> = {
  table: (topics, { look }) => topics.map((name) => shown(name, look)),
  wide: async (topics, view) => table(await described(topics, view), topicColumns, view.look),
};

interface TopicRow {
  readonly name: string;
  readonly partitions?: number;
  readonly inSync?: number;
}

const topicColumns: readonly Column<TopicRow>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "PARTITIONS", cell: ({ partitions }) => partitions },
  { head: "IN SYNC (min)", cell: ({ inSync }) => inSync },
];

/** One call a topic, a few at a time. A topic that is gone by then has nothing to show. */
function described(topics: TopicList, { session }: View): Promise<readonly TopicRow[]> {
  return inBatches(topics, async (name) => {
    try {
      const partitions = partitionsOf(await brokerClient(session).topics.describe({ topic: name }, session.options()));
      return { name, partitions: partitions.length, inSync: Math.min(...partitions.map(({ isr }) => isr.length)) };
    } catch (thrown) {
      if (isReeveError(thrown, "not-found") || isReeveError(thrown, "server-failure")) return { name };
      throw thrown;
    }
  });
}

const describe: Show<TopicDescription> = {
  table: (description, { look }) => table(partitionsOf(description), partitionColumns, look),
};

type Partition = ReturnType<typeof partitionsOf>[number];

const partitionColumns: readonly Column<Partition>[] = [
  { head: "PARTITION", cell: ({ partition }) => partition },
  { head: "LEADER", cell: ({ leader }) => (leader < 0 ? "none" : leader), align: "right" },
  { head: "IN SYNC", cell: ({ isr }) => isr.join(" "), align: "right" },
  { head: "LEADER EPOCH", cell: ({ leader_epoch }) => leader_epoch },
];

const offsets: Show<TopicOffsets> = {
  table: (given, { look }) => table([...offsetsOf(given)], offsetColumns, look),
};

const offsetColumns: readonly Column<readonly [number, bigint]>[] = [
  { head: "PARTITION", cell: ([partition]) => partition },
  { head: "OFFSET", cell: ([, offset]) => offset },
];

const report = (none: string): Show<MessageResult> => ({
  table: (result, view) => {
    const { partitions, unread, none: isNone } = readPartitionReport(result.message);
    if (isNone) return [none];
    const rows = partitions.length === 0 ? [] : table(partitions, reportColumns, view.look);
    return [...rows, ...unread.map((line) => shown(line, view.look))];
  },
});

type Reported = ReturnType<typeof readPartitionReport>["partitions"][number];

const reportColumns: readonly Column<Reported>[] = [
  { head: "TOPIC", cell: (each) => each.topic },
  { head: "PARTITION", cell: ({ partition }) => partition },
  { head: "LEADER", cell: ({ leader }) => leader ?? "none", align: "right" },
  { head: "REPLICAS", cell: ({ replicas }) => replicas.join(" "), align: "right" },
  { head: "IN SYNC", cell: ({ isr }) => isr.join(" "), align: "right" },
];

const producerTest: Show<MessageResult> = {
  table: (result, view) => {
    const figures = readProducerTest(result.message);
    return figures ? (picture(inUnits(figures), view.look) ?? []) : said(result, view);
  },
};

function inUnits(figures: ProducerTestFigures): Readonly<Record<string, string>> {
  const latencies = [...figures.percentiles].map(([percentile, latency]) => [`latency p${percentile}`, `${latency} ms`]);
  return {
    records: String(figures.records),
    "records a second": String(figures.recordsPerSecond),
    "MB a second": String(figures.megabytesPerSecond),
    "latency average": `${figures.averageLatency} ms`,
    "latency maximum": `${figures.maximumLatency} ms`,
    ...Object.fromEntries(latencies),
  };
}

const deletion: Show<MessageResult> = {
  ...message((view) => `Topic ${topic(view)} is marked for deletion.`),
  agreement: { act: "deleting", name: topic },
  detail: async (view) => {
    const partitions = partitionsOf(
      await brokerClient(view.session).topics.describe({ topic: topic(view) }, view.session.options()),
    );
    return `${topic(view)} has ${countOf(partitions.length, "partition")}`;
  },
  wait: async (view, waiting) => {
    const answer = await view.session.call("topics.delete", view.input);
    answer.read();
    await seeThrough(`the deletion of ${topic(view)}`, untilGone(view), waitOptions(view, waiting));
    return { body: answer.body, text: answer.text, words: `Topic ${topic(view)} is gone.` };
  },
};

/** A topic that stays is waited for in vain where the engine is set not to delete any. */
function untilGone(view: View): Watcher {
  const client = brokerClient(view.session);
  return async (options: CallOptions) => {
    const isGone = !(await client.topics.list({}, options)).includes(topic(view));
    const failed = isGone ? undefined : await whyItStays(view, options);
    return { begun: true, over: isGone, missing: "it is still listed", ...(failed !== undefined && { failed }) };
  };
}

async function whyItStays({ session }: View, options: CallOptions): Promise<string | undefined> {
  const { engineConfiguration } = await brokerClient(session).configurations.target({}, options);
  const setting = (engineConfiguration as Readonly<Record<string, unknown>>)["delete.topic.enable"];
  return String(setting) === "false" ? "the topic stays, because delete.topic.enable is false" : undefined;
}

/** The commands of topics. */
export const topicShows: Readonly<Record<string, Show>> = {
  "topics.list": list,
  "topics.describe": describe,
  "topics.offsets": offsets,
  "topics.create": message((view) => `Created topic ${topic(view)}.`),
  "topics.alter": message((view) => `${topic(view)} has ${view.input.partitions} partitions.`),
  "topics.producerTest": producerTest,
  "topics.delete": deletion,
  "topics.underReplicated": report("Every partition has all its replicas in sync."),
  "topics.unavailable": report("Every partition has a leader."),
};
