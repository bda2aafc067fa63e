import { isReeveError } from "@reeve/contract";
import { listMaintenance, type MaintenanceEntry, nodeStatus } from "@reeve/wide-column-models";
import { useState } from "preact/hooks";
import { databaseActions } from "../actions/database.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { StatusMark } from "../parts/status.tsx";
import { Took } from "../parts/took.tsx";
import { EVERY, useAnswer } from "../parts/use-answer.ts";
import { useSorted } from "../parts/use-sorted.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { timeText } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** The number of nodes that are read before the visible rows are known. It is limited, because each node needs its own request. */
const FIRST = 40;

interface Member {
  readonly node: string;
  readonly mode: string;
  readonly tokens: number | undefined;
  readonly place: string;
  readonly version: string;
  readonly failure?: string;
}

/** Shows the database's ring, its maintenance, and its backups. */
export function DatabaseView({ instance, info }: PartProps) {
  const nodes = useSorted(instance.nodes.keys());
  const [seen, setSeen] = useState<readonly string[]>(nodes.slice(0, FIRST));
  const ring = useAnswer(() => readRing(info, seen), `ring of ${info.service} ${seen.join(" ")}`, EVERY);
  const members = new Map(ring.value?.map((member) => [member.node, member]));
  const plans = JSON.stringify(info.plans);
  const history = useAnswer(() => ask(info, listMaintenance), `maintenance of ${info.service} ${plans}`);
  return (
    <>
      <div class="buttons start">
        <ActionButtons actions={databaseActions(info)} />
      </div>
      <h2>Ring</h2>
      {ring.failure && <FailureNote sentence={ring.failure} />}
      <DataList
        label="Ring"
        rows={nodes.map((node) => members.get(node) ?? unknownMember(node))}
        keyOf={({ node }) => node}
        onDrawn={(drawn) => setSeen(drawn.map(({ node }) => node))}
        columns={ringColumns}
      />
      <h2>Maintenance and backups</h2>
      {history.failure && <FailureNote sentence={history.failure} />}
      {history.value?.length === 0 && <Empty title="No maintenance or backup has been requested yet" />}
      {history.value && history.value.length > 0 && (
        <DataList label="Maintenance and backups" rows={history.value} keyOf={({ id }) => id} columns={historyColumns} />
      )}
    </>
  );
}

const ringColumns: readonly ListColumn<Member>[] = [
  { head: "Node", cell: ({ node }) => <code>{node}</code> },
  { head: "Mode", cell: ({ mode }) => <StatusMark status={mode} /> },
  { head: "Tokens", class: "number minor", cell: ({ tokens }) => tokens ?? "–" },
  { head: "Data center and rack", class: "minor", cell: ({ place }) => place },
  { head: "Version", class: "minor", cell: ({ version }) => version },
  {
    head: "Reason",
    class: "wide",
    cell: ({ failure, place }) => failure ?? <span class="narrow">{place}</span>,
  },
];

const historyColumns: readonly ListColumn<MaintenanceEntry>[] = [
  { head: "What", cell: ({ name }) => name },
  { head: "Status", cell: ({ status }) => <StatusMark status={status} /> },
  { head: "Requested", class: "minor", cell: ({ requested_at }) => timeText(requested_at) },
  { head: "Took", class: "minor", cell: (entry) => <Took of={entry} /> },
  { head: "With", class: "wide minor", cell: ({ request }) => wordsOf(request) },
  { head: "Reason", class: "wide", cell: ({ reason, requested_at }) => reason ?? <span class="narrow">{timeText(requested_at)}</span> },
];

/** The fields of a request, such as `nodes: node-0, node-1`. */
function wordsOf(request: MaintenanceEntry["request"]): string {
  return Object.entries(request)
    .map(([field, value]) => `${field.replaceAll("_", " ")}: ${Array.isArray(value) ? value.map(worded).join(", ") : worded(value)}`)
    .join("; ");
}

function worded(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function readRing(info: InstanceInfo, nodes: readonly string[]): Promise<readonly Member[]> {
  return Promise.all(
    nodes.map(async (node): Promise<Member> => {
      try {
        const status = await ask(info, nodeStatus, { node: Number(node.split("-").at(-1)) });
        return {
          node,
          mode: String(status.mode),
          tokens: typeof status.token_count === "number" ? status.token_count : undefined,
          place: [status.data_center, status.rack].filter(Boolean).join(" / "),
          version: String(status.version ?? ""),
        };
      } catch (error) {
        // While the service does not answer, the ring is shown as it was.
        if (isReeveError(error, "unreachable")) throw error;
        const failure = error instanceof Error ? error.message : "no answer";
        return { ...unknownMember(node), failure };
      }
    }),
  );
}

/** The row of a node whose status has not been read. */
function unknownMember(node: string): Member {
  return { node, mode: "UNKNOWN", tokens: undefined, place: "", version: "" };
}
