import { partitionsOf, type TopicList } from "@reeve/broker-models";
import { type CallOptions, type Watcher, waitForCompletion } from "@reeve/client";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { type Column, countOf, table } from "@reeve/terminal";
import type { Scene, Show } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";

const topic = ({ input }: Pick<Scene, "input">) => String(input.topic);

const list: Show<TopicList> = {
  wide: async (topics, scene) => table(await described(topics, scene), topicColumns, scene.style),
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

/** One call per topic, a few at a time. A topic that cannot be described, or is gone by now, has an empty row. */
function described(topics: TopicList, { session }: Scene): Promise<readonly TopicRow[]> {
  return inBatches(topics, async (name) => {
    try {
      const partitions = partitionsOf(await brokerClient(session).topics.describe({ topic: name }, session.options()));
      return { name, partitions: partitions.length, inSync: Math.min(...partitions.map(({ isr }) => isr.length)) };
    } catch (thrown) {
      if (isReeveError(thrown) && aboutOne.has(thrown.code)) return { name };
      throw thrown;
    }
  });
}

/** Errors that concern one topic alone; any other concerns all of them. */
const aboutOne: ReadonlySet<ErrorCode> = new Set([
  "bad-input",
  "not-found",
  "forbidden",
  "conflict",
  "server-failure",
  "unexpected-response",
]);

const deletion: Show = {
  name: topic,
  agreement: { act: "deleting", name: topic },
  detail: async (scene) => {
    const client = brokerClient(scene.session);
    const partitions = partitionsOf(await client.topics.describe({ topic: topic(scene) }, scene.session.options()));
    return `${topic(scene)} has ${countOf(partitions.length, "partition")}`;
  },
  wait: async (scene, waiting) => {
    (await scene.session.call("topics.delete", scene.input)).read();
    await waitForCompletion(`the deletion of ${topic(scene)}`, untilGone(scene), waitOptions(scene, waiting));
    return `Topic ${topic(scene)} is gone.`;
  },
};

/** If the engine is configured not to delete topics, waiting is pointless. */
function untilGone(scene: Scene): Watcher {
  const client = brokerClient(scene.session);
  return async (options) => {
    const isGone = !(await client.topics.list({}, options)).includes(topic(scene));
    const failed = isGone ? undefined : await whyItStays(scene, options);
    return { started: true, finished: isGone, missing: "it is still listed", ...(failed !== undefined && { failed }) };
  };
}

async function whyItStays({ session }: Scene, options: CallOptions): Promise<string | undefined> {
  const { engineConfiguration } = await brokerClient(session).configurations.target({}, options);
  const setting = (engineConfiguration as Readonly<Record<string, unknown>>)["delete.topic.enable"];
  return String(setting) === "false" ? "the topic stays, because delete.topic.enable is false" : undefined;
}

/** Command line behaviour of topic commands. */
export const topicShows: Readonly<Record<string, Show>> = {
  "topics.list": list,
  "topics.create": { name: topic },
  "topics.alter": { name: topic },
  "topics.delete": deletion,
};
