import { listPartitions, type TopicOverview, topicOverview } from "@reeve/broker-models";
import { bytes as bytesText, countOf } from "@reeve/terminal";
import { useState } from "preact/hooks";
import { createActions, topicActions } from "../actions/broker.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { Find } from "../parts/fields.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { StatusMark } from "../parts/status.tsx";
import { EVERY, useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { linkTo } from "../words.ts";
import { Heat, healthStatuses, type PartitionHealth } from "./heat.tsx";
import type { PartProps } from "./instance.tsx";
import { PartitionControls } from "./moves.tsx";
import { TopicSettingsView } from "./topic-settings.tsx";

/** The topics with their totals, and the partitions and settings of one topic. */
export function TopicsView({ info, rest: [wanted] }: PartProps) {
  const [count, setCount] = useState(0);
  const [words, setWords] = useState("");
  const list = useAnswer(() => ask(info, topicOverview), `topics of ${info.service} ${count}`, EVERY);
  const again = () => setCount(count + 1);
  const topics = list.value ?? [];
  const topic = topics.some((each) => each.topic === wanted) ? wanted : undefined;
  const shown = topics.filter((each) => each.topic.toLowerCase().includes(words.trim().toLowerCase()));
  const column = nameColumn(info, topic);
  return (
    <div class={topic === undefined ? "column" : "split"}>
      <div class="column">
        <div class="buttons start">
          <ActionButtons actions={createActions(info)} done={again} />
          {topics.length > 0 && <PartitionControls info={info} />}
        </div>
        {list.failure && <FailureNote sentence={list.failure} />}
        {list.value && topics.length === 0 && <Empty title="There is no topic yet" />}
        {topics.length > 20 && <Find label="Find topics by name" value={words} change={setWords} />}
        {topics.length > 0 && wanted !== undefined && topic === undefined && <Empty title={`There is no topic "${wanted}" here`} />}
        {topics.length > 0 && (
          <DataList
            label="Topics"
            rows={shown}
            keyOf={(each) => each.topic}
            columns={topic === undefined ? [column, ...totals] : [column]}
          />
        )}
      </div>
      {topic !== undefined && <Topic key={topic} info={info} topic={topic} again={again} />}
    </div>
  );
}

function nameColumn({ service }: InstanceInfo, chosen: string | undefined): ListColumn<TopicOverview> {
  return {
    head: "Topic",
    cell: ({ topic }) => (
      <a href={linkTo(service, "topics", topic)} aria-current={topic === chosen ? "true" : undefined} class="long" title={topic}>
        <Name name={topic} />
      </a>
    ),
  };
}

/** What a list of topics shows besides their names. */
const totals: readonly ListColumn<TopicOverview>[] = [
  { head: "Partitions", class: "number", cell: ({ partitions }) => partitions },
  { head: "Replicas", class: "number", cell: ({ replication }) => replication },
  { head: "In sync", cell: healthOf },
  { head: "Size", class: "number", cell: ({ bytes }) => bytesText(bytes) },
  {
    head: "Leaders by broker",
    class: "minor",
    cell: ({ brokers }) => brokers.map(({ broker, leaders }) => `${broker}: ${leaders}`).join(", "),
  },
];

function healthOf({ unavailable, under_replicated, below_minimum }: TopicOverview) {
  if (unavailable > 0) return <StatusMark status="ERROR" words={`${unavailable} without leader`} />;
  if (below_minimum > 0) return <StatusMark status="ERROR" words={`${below_minimum} below the minimum`} />;
  if (under_replicated > 0) return <StatusMark status="WAITING" words={`${under_replicated} under-replicated`} />;
  return <StatusMark status="COMPLETE" words="all" />;
}

/** A name that is cut in the middle if it is too long, because long names often differ only at their ends. */
function Name({ name }: { readonly name: string }) {
  if (name.length <= 24) return <>{name}</>;
  return (
    <>
      <span>{name.slice(0, -12)}</span>
      <span>{name.slice(-12)}</span>
    </>
  );
}

/** A partition with its replicas. */
interface PlacedHealth extends PartitionHealth {
  readonly replicas: readonly number[];
  readonly bytes: number;
}

function Topic({ info, topic, again }: { info: InstanceInfo; topic: string; again: () => void }) {
  const { value: rows, failure } = useAnswer(() => readTopic(info, topic), `topic of ${info.service} ${topic}`, EVERY);
  if (!rows) return failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />;
  const copies = Math.max(1, ...rows.map(({ replicas }) => replicas.length));
  const size = rows.reduce((sum, { replicas, bytes }) => sum + bytes * replicas.length, 0);
  return (
    <section aria-labelledby="topic">
      <header class="about">
        <h2 id="topic">{topic}</h2>
        <span>{countOf(rows.length, "partition")}</span>
        <span>{bytesText(size)}</span>
        <span class="buttons">
          <ActionButtons actions={topicActions(info, topic, rows.length, copies)} done={again} />
        </span>
      </header>
      {failure && <FailureNote sentence={failure} />}
      <Heat rows={rows} />
      <DataList label={`Partitions of ${topic}`} rows={rows} keyOf={({ partition }) => String(partition)} columns={partitionColumns} />
      <TopicSettingsView info={info} topic={topic} />
    </section>
  );
}

const partitionColumns: readonly ListColumn<PlacedHealth>[] = [
  { head: "Partition", cell: ({ partition }) => partition },
  { head: "Leader", cell: ({ leader }) => (leader < 0 ? "none" : leader) },
  { head: "Replicas", cell: ({ replicas }) => replicas.join(" ") },
  { head: "In sync", cell: ({ isr }) => isr.join(" ") },
  { head: "Size", class: "number", cell: ({ bytes }) => bytesText(bytes) },
  { head: "State", cell: ({ health }) => <StatusMark status={healthStatuses[health]} words={health} /> },
];

async function readTopic(info: InstanceInfo, topic: string): Promise<readonly PlacedHealth[]> {
  const partitions = await ask(info, listPartitions, { topics: topic });
  return partitions.map(({ partition, leader, isr, replicas, bytes }) => ({
    ...{ partition, leader, isr, replicas, bytes },
    health: leader < 0 ? "without leader" : isr.length < replicas.length ? "under-replicated" : "in sync",
  }));
}
