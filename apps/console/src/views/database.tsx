import type { MaintenanceEntry } from "@reeve/wide-column-models";
import { type Action, propose, type Question } from "../parts/agreement.tsx";
import { Empty, Failure } from "../parts/empty.tsx";
import { List } from "../parts/list.tsx";
import { Status } from "../parts/status.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { took } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** Milliseconds after which the ring is read again; no event tells of it. */
const EVERY = 5000;

interface Member {
  readonly node: string;
  readonly mode: string;
  readonly tokens: number | undefined;
  readonly place: string;
  readonly version: string;
  readonly failure?: string;
}

/** The database's ring, its maintenance, and its backups. */
export function Database({ instance, info }: PartProps) {
  const nodes = [...instance.nodes.keys()].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const ring = useAnswer(() => readRing(info, nodes), `${info.service} ${nodes.join(" ")}`, EVERY);
  const plans = JSON.stringify(info.plans);
  const history = useAnswer(
    () => ask<readonly MaintenanceEntry[]>(info, "maintenance.list"),
    `${info.service} ${plans}`,
  );
  return (
    <>
      <div class="buttons start">
        {actionsOf(info).map((action) => (
          <button key={action.title} type="button" onClick={() => propose(action)}>
            {action.title}
          </button>
        ))}
      </div>
      <h2>Ring</h2>
      {ring.failure && <Failure sentence={ring.failure} />}
      <List
        label="Ring"
        rows={ring.value ?? []}
        keyOf={({ node }) => node}
        columns={[
          { head: "Node", cell: ({ node }) => <code>{node}</code> },
          { head: "Mode", cell: ({ mode }) => <Status status={mode} /> },
          { head: "Tokens", class: "number", cell: ({ tokens }) => tokens ?? "–" },
          { head: "Data center and rack", cell: ({ place }) => place },
          { head: "Version", cell: ({ version }) => version },
          { head: "Reason", class: "wide", cell: ({ failure = "" }) => failure },
        ]}
      />
      <h2>Maintenance and backups</h2>
      {history.failure && <Failure sentence={history.failure} />}
      {history.value?.length === 0 && <Empty title="None was requested yet" />}
      {history.value && history.value.length > 0 && (
        <List
          label="Maintenance and backups"
          rows={history.value}
          keyOf={({ id }) => id}
          columns={[
            { head: "What", cell: ({ name }) => name },
            { head: "Status", cell: ({ status }) => <Status status={status} /> },
            { head: "Requested", cell: ({ requested_at }) => new Date(requested_at).toLocaleString() },
            { head: "Took", cell: (entry) => took(entry.started_at, entry.completed_at, Date.now()) },
            { head: "With", class: "wide", cell: ({ request }) => <code>{JSON.stringify(request)}</code> },
            { head: "Reason", class: "wide", cell: ({ reason }) => reason ?? "" },
          ]}
        />
      )}
    </>
  );
}

async function readRing(info: InstanceInfo, nodes: readonly string[]): Promise<readonly Member[]> {
  return Promise.all(
    nodes.map(async (node): Promise<Member> => {
      try {
        const status = await ask<Readonly<Record<string, unknown>>>(info, "nodes.status", {
          node: Number(node.split("-").at(-1)),
        });
        return {
          node,
          mode: String(status.mode),
          tokens: typeof status.token_count === "number" ? status.token_count : undefined,
          place: [status.data_center, status.rack].filter(Boolean).join(" / "),
          version: String(status.version ?? ""),
        };
      } catch (error) {
        const failure = error instanceof Error ? error.message : "no answer";
        return { node, mode: "UNKNOWN", tokens: undefined, place: "", version: "", failure };
      }
    }),
  );
}

const backup: readonly Question[] = [
  { field: "backup_name", label: "Name of the backup", value: "" },
  { field: "external_location", label: "Where backups are stored: s3://bucket", value: "" },
  { field: "s3_access_key", label: "Access key of the object store", value: "", isSecret: true },
  { field: "s3_secret_key", label: "Secret key of the object store", value: "", isSecret: true },
];

function actionsOf(info: InstanceInfo): readonly Action[] {
  const everywhere = { nodes: ["*"], key_spaces: [], column_families: [] };
  return [
    {
      info,
      title: "Repair",
      about: "All nodes compare what they hold, and bring it up to date.",
      call: { name: "repair.start", input: { nodes: everywhere.nodes } },
    },
    {
      info,
      title: "Clean up",
      about: "All nodes drop what no longer belongs to them.",
      call: { name: "cleanup.start", input: { nodes: everywhere.nodes } },
    },
    {
      info,
      title: "Back up",
      about: "A snapshot of all nodes is stored in an object store. The keys are sent and not kept.",
      call: { name: "backup.start", input: {} },
      questions: backup,
    },
    {
      info,
      title: "Restore",
      about: "A backup is restored into this database. It is refused if the database already holds other data.",
      call: { name: "restore.start", input: {} },
      questions: backup,
      confirm: info.service,
    },
  ];
}
