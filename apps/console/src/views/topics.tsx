import { partitionsOf, readPartitionReport, type TopicDescription } from "@reeve/broker-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { propose } from "../parts/agreement.tsx";
import { Empty, Failure } from "../parts/empty.tsx";
import { List } from "../parts/list.tsx";
import { Status } from "../parts/status.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { countOf } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** Milliseconds after which topics are read again; no event tells of them. */
const EVERY = 5000;

/** The topics, and the partitions of one. */
export function Topics({ info, rest: [wanted] }: PartProps) {
  const [count, setCount] = useState(0);
  const list = useAnswer(() => ask<readonly string[]>(info, "topics.list"), `${info.service} ${count}`, EVERY);
  const again = () => setCount(count + 1);
  const names = list.value ?? [];
  const topic = wanted !== undefined && names.includes(wanted) ? wanted : undefined;
  return (
    <div class="split">
      <div class="column">
        <div class="buttons start">
          <button type="button" onClick={() => propose(creation(info, again))}>
            Create a topic
          </button>
        </div>
        {list.failure && <Failure sentence={list.failure} />}
        {list.value && names.length === 0 && <Empty title="There is no topic yet" />}
        {names.length > 0 && (
          <List
            label="Topics"
            rows={names}
            keyOf={(name) => name}
            columns={[
              {
                head: "Topic",
                cell: (name) => (
                  <a
                    href={`#/${encodeURIComponent(info.service)}/topics/${encodeURIComponent(name)}`}
                    aria-current={name === topic ? "true" : undefined}
                  >
                    {name}
                  </a>
                ),
              },
            ]}
          />
        )}
      </div>
      {topic === undefined ? (
        names.length > 0 && <Empty title="Choose a topic to see its partitions" />
      ) : (
        <Topic key={topic} info={info} topic={topic} again={again} />
      )}
    </div>
  );
}

function creation(info: InstanceInfo, done: () => void) {
  return {
    ...{ info, done },
    title: "Create a topic",
    about: "Each partition has as many replicas as you say, on different brokers.",
    call: { name: "topics.create", input: {} },
    questions: [
      { field: "topic", label: "Name", value: "" },
      { field: "partitions", label: "Partitions", value: "3", isNumber: true },
      { field: "replication", label: "Replication", value: String(Math.min(3, info.nodes.count)), isNumber: true },
    ],
  };
}

/** How a partition is. */
type Health = "in sync" | "under-replicated" | "without leader";

interface Row {
  readonly partition: number;
  readonly leader: number;
  readonly isr: readonly number[];
  readonly health: Health;
}

function Topic({ info, topic, again }: { info: InstanceInfo; topic: string; again: () => void }) {
  const { value: rows, failure } = useAnswer(() => readTopic(info, topic), `${info.service} ${topic}`, EVERY);
  if (!rows) return failure ? <Failure sentence={failure} /> : <Empty title="Reading…" />;
  return (
    <section aria-labelledby="topic">
      <header class="about">
        <h2 id="topic">{topic}</h2>
        <span>{countOf(rows.length, "partition")}</span>
        <button
          type="button"
          onClick={() =>
            propose({
              ...{ info, done: again },
              title: `Add partitions to ${topic}`,
              about: "A topic can get more partitions, never fewer. Keys may move to other partitions.",
              call: { name: "topics.alter", input: { topic } },
              questions: [
                {
                  field: "partitions",
                  label: "Partitions from then on",
                  value: String(rows.length + 1),
                  isNumber: true,
                },
              ],
            })
          }
        >
          Add partitions
        </button>
        <button
          type="button"
          onClick={() =>
            propose({
              ...{ info, done: again },
              title: `Delete ${topic}`,
              about: `The topic ${topic} and all of its records are deleted.`,
              call: { name: "topics.delete", input: { topic } },
              confirm: topic,
            })
          }
        >
          Delete
        </button>
      </header>
      {failure && <Failure sentence={failure} />}
      <Heat rows={rows} />
      <List
        label={`Partitions of ${topic}`}
        rows={rows}
        keyOf={({ partition }) => String(partition)}
        columns={[
          { head: "Partition", class: "number", cell: ({ partition }) => partition },
          { head: "Leader", class: "number", cell: ({ leader }) => (leader < 0 ? "none" : leader) },
          { head: "In sync", cell: ({ isr }) => isr.join(" ") },
          { head: "State", cell: ({ health }) => <Status status={statuses[health]} words={health} /> },
        ]}
      />
    </section>
  );
}

const statuses: Readonly<Record<Health, string>> = {
  "in sync": "COMPLETE",
  "under-replicated": "WAITING",
  "without leader": "ERROR",
};

async function readTopic(info: InstanceInfo, topic: string): Promise<readonly Row[]> {
  const [description, report] = await Promise.all([
    ask<TopicDescription>(info, "topics.describe", { topic }),
    ask<{ readonly message: string }>(info, "topics.underReplicated"),
  ]);
  const behind = new Set(
    readPartitionReport(report.message).partitions.flatMap((each) => (each.topic === topic ? [each.partition] : [])),
  );
  return partitionsOf(description).map(({ partition, leader, isr }) => ({
    ...{ partition, leader, isr },
    health: leader < 0 ? "without leader" : behind.has(partition) ? "under-replicated" : "in sync",
  }));
}

function colourOf(element: Element | undefined): string {
  return element ? getComputedStyle(element).color : "";
}

/** Pixels of a partition in the picture. */
const CELL = 12;

/** All partitions at once: one square each, by how they are. */
function Heat({ rows }: { readonly rows: readonly Row[] }) {
  const place = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const parent = place.current?.parentElement;
    if (!parent) return undefined;
    const observer = new ResizeObserver(() => setWidth(parent.clientWidth));
    observer.observe(parent);
    return () => observer.disconnect();
  }, []);
  const across = Math.max(1, Math.floor(width / CELL));
  const down = Math.ceil(rows.length / across);
  useEffect(() => {
    const canvas = place.current;
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen) return;
    const scale = window.devicePixelRatio;
    canvas.width = across * CELL * scale;
    canvas.height = down * CELL * scale;
    pen.scale(scale, scale);
    const legend = [...(canvas.parentElement?.querySelectorAll(".legend .status") ?? [])];
    // The legend's own colours: a canvas does not know those that depend on the theme.
    const colours = new Map(Object.keys(statuses).map((name, at) => [name, colourOf(legend[at])]));
    for (const [at, { health }] of rows.entries()) {
      pen.fillStyle = colours.get(health) ?? "";
      pen.fillRect((at % across) * CELL, Math.floor(at / across) * CELL, CELL - 2, CELL - 2);
    }
  });
  const counts = Object.keys(statuses).map(
    (health) => [health, rows.filter((row) => row.health === health).length] as const,
  );
  const words = counts.map(([health, count]) => `${count} ${health}`).join(", ");
  return (
    <div class="heat">
      <canvas ref={place} role="img" aria-label={`Partitions: ${words}`} style={{ width: `${across * CELL}px` }} />
      <p class="legend">
        {counts.map(([health, count]) => (
          <Status key={health} status={statuses[health as Health]} words={`${count} ${health}`} />
        ))}
      </p>
    </div>
  );
}
