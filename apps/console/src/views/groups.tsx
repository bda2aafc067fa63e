import {
  type ConsumerGroup,
  type GroupMember,
  type GroupOffset,
  listGroups,
  type OffsetReset,
  type OffsetResets,
  recordsIn,
  showGroup,
} from "@reeve/broker-models";
import { countOf, grouped } from "@reeve/terminal";
import { useState } from "preact/hooks";
import { groupActions } from "../actions/broker.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { EVERY, useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { linkTo } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** The consumer groups, and the members and offsets of one group. */
export function GroupsView({ info, rest: [wanted] }: PartProps) {
  const [count, setCount] = useState(0);
  const { value, failure } = useAnswer(() => ask(info, listGroups), `groups of ${info.service} ${count}`, EVERY);
  const again = () => setCount(count + 1);
  const group = value?.some((each) => each.group === wanted) ? wanted : undefined;
  return (
    <>
      {failure && <FailureNote sentence={failure} />}
      {value?.length === 0 && <Empty title="There is no consumer group yet" />}
      {value && value.length > 0 && (
        <DataList label="Consumer groups" rows={value} keyOf={(each) => each.group} columns={columnsOf(info, group)} />
      )}
      {value && wanted !== undefined && group === undefined && <Empty title={`There is no consumer group "${wanted}" here`} />}
      {group !== undefined && <GroupDetailsView key={group} info={info} group={group} again={again} />}
    </>
  );
}

function columnsOf({ service }: InstanceInfo, chosen: string | undefined): readonly ListColumn<ConsumerGroup>[] {
  return [
    {
      head: "Group",
      cell: ({ group }) => (
        <a href={linkTo(service, "groups", group)} aria-current={group === chosen ? "true" : undefined}>
          {group}
        </a>
      ),
    },
    { head: "State", cell: ({ state }) => state },
    { head: "Members", class: "number", cell: ({ members }) => members },
    { head: "Lag", class: "number", cell: ({ lag }) => countOrDash(lag) },
    { head: "Coordinator", class: "minor", cell: ({ coordinator }) => `broker-${coordinator}` },
    { head: "Topics", class: "wide", cell: ({ topics }) => topics.join(", ") },
  ];
}

function countOrDash(count: number | null): string {
  return count === null ? "–" : grouped(count);
}

function GroupDetailsView({ info, group, again }: { info: InstanceInfo; group: string; again: () => void }) {
  const [count, setCount] = useState(0);
  const of = `group of ${info.service} ${group} ${count}`;
  const { value, failure } = useAnswer(() => ask(info, showGroup, { group }), of, EVERY);
  if (!value) return failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />;
  const done = () => {
    setCount(count + 1);
    again();
  };
  const actions = groupActions(info, group, (resets: OffsetResets) => <Resets resets={resets} />);
  return (
    <section aria-labelledby="group">
      <header class="about">
        <h2 id="group">{group}</h2>
        <span>{countOf(value.members.length, "member")}</span>
        <span>{value.lag === null ? "lag unknown" : `${countOf(value.lag, "record")} to read`}</span>
        <span class="buttons">
          <ActionButtons actions={actions} done={done} />
        </span>
      </header>
      {failure && <FailureNote sentence={failure} />}
      {value.members.length > 0 && (
        <DataList label={`Members of ${group}`} rows={value.members} keyOf={({ member }) => member} columns={memberColumns} />
      )}
      <DataList
        label={`Offsets of ${group}`}
        rows={value.offsets}
        keyOf={({ topic, partition }) => `${topic}/${partition}`}
        columns={offsetColumns}
      />
    </section>
  );
}

const memberColumns: readonly ListColumn<GroupMember>[] = [
  { head: "Client", cell: ({ client }) => client },
  { head: "Host", cell: ({ host }) => <code>{host}</code> },
  { head: "Partitions", class: "number", cell: ({ partitions }) => partitions.length },
  { head: "Member", class: "wide", cell: ({ member }) => member },
];

const offsetColumns: readonly ListColumn<GroupOffset>[] = [
  { head: "Partition", cell: ({ topic, partition }) => <code>{`${topic}/${partition}`}</code> },
  { head: "Offset", class: "number", cell: ({ offset }) => countOrDash(offset) },
  { head: "End", class: "number", cell: ({ end }) => countOrDash(end) },
  { head: "Lag", class: "number", cell: ({ lag }) => countOrDash(lag) },
  { head: "Read by", class: "wide", cell: ({ member }) => member ?? "–" },
];

/** Shows the offsets that a reset would set. */
function Resets({ resets }: { readonly resets: OffsetResets }) {
  const { again, skipped } = recordsIn(resets);
  return (
    <section aria-label="What would change" class="preview">
      <p role="status">
        {countOf(resets.length, "partition")}: {countOf(again, "record")} read again, {countOf(skipped, "record")} skipped.
      </p>
      <DataList
        label="Offsets before and after"
        rows={resets}
        keyOf={({ topic, partition }) => `${topic}/${partition}`}
        columns={resetColumns}
      />
    </section>
  );
}

const resetColumns: readonly ListColumn<OffsetReset>[] = [
  { head: "Partition", cell: ({ topic, partition }) => <code>{`${topic}/${partition}`}</code> },
  { head: "From", class: "number", cell: ({ from }) => countOrDash(from) },
  { head: "To", class: "number", cell: ({ to }) => countOrDash(to) },
  { head: "Lag after", class: "number", cell: ({ lag }) => countOrDash(lag) },
];
