import { listPartitions, type PartitionPlacement, type Proposal } from "@reeve/broker-models";
import { bytes as bytesText, countOf } from "@reeve/terminal";
import { partitionActions } from "../actions/broker.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { durationText } from "../words.ts";

/** The moving partitions are read at this interval in milliseconds, because no event reports the progress of a single partition. */
const EVERY = 2000;

/** Shows the partitions that are moving, and the brokers to which they move. */
export function MovesView({ info }: { readonly info: InstanceInfo }) {
  const { value = [] } = useAnswer(() => ask(info, listPartitions, { only: "moving" }), `moves of ${info.service}`, EVERY);
  if (value.length === 0) return null;
  return (
    <section aria-labelledby="moves">
      <h2 id="moves">{countOf(value.length, "partition")} moving</h2>
      <DataList label="Moving partitions" rows={value} keyOf={({ topic, partition }) => `${topic}/${partition}`} columns={moveColumns} />
    </section>
  );
}

const moveColumns: readonly ListColumn<PartitionPlacement>[] = [
  { head: "Partition", cell: ({ topic, partition }) => <code>{`${topic}/${partition}`}</code> },
  { head: "Size", class: "number", cell: (row) => bytesText(row.bytes) },
  { head: "To", cell: ({ joins }) => joins.join(" ") || "–" },
  { head: "From", cell: ({ leaves }) => leaves.join(" ") || "–" },
];

/** The actions for all partitions. */
export function PartitionControls({ info }: { readonly info: InstanceInfo }) {
  const actions = partitionActions(info, (proposal: Proposal) => <ProposedMoves proposal={proposal} />);
  return <ActionButtons actions={actions} />;
}

/** Shows the moves that a balance would make. */
function ProposedMoves({ proposal }: { readonly proposal: Proposal }) {
  const { moves, bytes: all, seconds, brokers } = proposal;
  const time = seconds === null ? "" : `, ${durationText(seconds * 1000)} or more at this rate`;
  return (
    <section aria-label="What would move" class="preview">
      <p role="status">
        {moves.length === 0
          ? "Nothing would move, because all brokers have the same share."
          : `${countOf(moves.length, "partition")} would move: ${bytesText(all)} to copy${time}.`}
      </p>
      {moves.length > 0 && (
        <DataList
          label="Brokers before and after"
          rows={brokers}
          keyOf={({ broker }) => String(broker)}
          columns={[
            { head: "Broker", cell: ({ broker }) => broker },
            { head: "Replicas", class: "number", cell: ({ before, after }) => `${before.replicas} → ${after.replicas}` },
            { head: "Leaders", class: "number", cell: ({ before, after }) => `${before.leaders} → ${after.leaders}` },
            { head: "Size", class: "number", cell: ({ before, after }) => `${bytesText(before.bytes)} → ${bytesText(after.bytes)}` },
          ]}
        />
      )}
    </section>
  );
}
