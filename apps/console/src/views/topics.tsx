import {
  describeTopic,
  listTopics,
  partitionsOf,
  readPartitionReport,
  underReplicatedPartitions,
} from "@reeve/broker-models";
import { useState } from "preact/hooks";
import { createActions, topicActions } from "../actions/topics.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { StatusMark } from "../parts/status.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { countText, linkTo } from "../words.ts";
import { Heat, healthStatuses, type PartitionHealth } from "./heat.tsx";
import type { PartProps } from "./instance.tsx";
import { PartitionControls } from "./moves.tsx";

/** The topics are read at this interval in milliseconds, because no event reports their changes. */
const EVERY = 5000;

/** The topics, and the partitions of one topic. */
export function TopicsView({ info, rest: [wanted] }: PartProps) {
  const [count, setCount] = useState(0);
  const [words, setWords] = useState("");
  const list = useAnswer(() => ask(info, listTopics), `topics of ${info.service} ${count}`, EVERY);
  const again = () => setCount(count + 1);
  const names = list.value ?? [];
  const topic = wanted !== undefined && names.includes(wanted) ? wanted : undefined;
  return (
    <div class="split">
      <div class="column">
        <div class="buttons start">
          <ActionButtons actions={createActions(info)} done={again} />
          {names.length > 0 && <PartitionControls info={info} />}
        </div>
        {list.failure && <FailureNote sentence={list.failure} />}
        {list.value && names.length === 0 && <Empty title="There is no topic yet" />}
        {names.length > 20 && (
          <label class="find">
            Find topics by name
            <input type="search" value={words} onInput={({ currentTarget: { value } }) => setWords(value)} />
          </label>
        )}
        {names.length > 0 && (
          <DataList
            label="Topics"
            rows={names.filter((name) => name.toLowerCase().includes(words.trim().toLowerCase()))}
            keyOf={(name) => name}
            columns={[
              {
                head: "Topic",
                cell: (name) => (
                  <a
                    href={linkTo(info.service, "topics", name)}
                    aria-current={name === topic ? "true" : undefined}
                    class="long"
                    title={name}
                  >
                    <Name name={name} />
                  </a>
                ),
              },
            ]}
          />
        )}
      </div>
      {topic === undefined ? (
        names.length > 0 && (
          <Empty
            title={wanted === undefined ? "Choose a topic to see its partitions" : `There is no topic "${wanted}" here`}
          />
        )
      ) : (
        <Topic key={topic} info={info} topic={topic} again={again} />
      )}
    </div>
  );
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

function Topic({ info, topic, again }: { info: InstanceInfo; topic: string; again: () => void }) {
  const { value: rows, failure } = useAnswer(() => readTopic(info, topic), `topic of ${info.service} ${topic}`, EVERY);
  if (!rows) return failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />;
  const copies = Math.max(1, ...rows.map(({ isr }) => isr.length));
  return (
    <section aria-labelledby="topic">
      <header class="about">
        <h2 id="topic">{topic}</h2>
        <span>{countText(rows.length, "partition")}</span>
        <span class="buttons">
          <ActionButtons actions={topicActions(info, topic, rows.length, copies)} done={again} />
        </span>
      </header>
      {failure && <FailureNote sentence={failure} />}
      <Heat rows={rows} />
      <DataList
        label={`Partitions of ${topic}`}
        rows={rows}
        keyOf={({ partition }) => String(partition)}
        columns={partitionColumns}
      />
    </section>
  );
}

const partitionColumns: readonly ListColumn<PartitionHealth>[] = [
  { head: "Partition", cell: ({ partition }) => partition },
  { head: "Leader", cell: ({ leader }) => (leader < 0 ? "none" : leader) },
  { head: "In sync", cell: ({ isr }) => isr.join(" ") },
  { head: "State", cell: ({ health }) => <StatusMark status={healthStatuses[health]} words={health} /> },
];

async function readTopic(info: InstanceInfo, topic: string): Promise<readonly PartitionHealth[]> {
  const [description, report] = await Promise.all([
    ask(info, describeTopic, { topic }),
    ask(info, underReplicatedPartitions),
  ]);
  const behind = new Set(
    readPartitionReport(report.message).partitions.flatMap((each) => (each.topic === topic ? [each.partition] : [])),
  );
  return partitionsOf(description).map(({ partition, leader, isr }) => ({
    ...{ partition, leader, isr },
    health: leader < 0 ? "without leader" : behind.has(partition) ? "under-replicated" : "in sync",
  }));
}
