import { canDo } from "../parts/agreement.tsx";
import { Empty } from "../parts/empty.tsx";
import { Status } from "../parts/status.tsx";
import type { Instance, InstanceInfo } from "../state/cluster.ts";
import { connection, known } from "../state/live.ts";
import { Configurations } from "./configurations.tsx";
import { Database } from "./database.tsx";
import { FileSystem } from "./file-system.tsx";
import { Logs } from "./logs.tsx";
import { Nodes } from "./nodes.tsx";
import { Plans } from "./plans.tsx";
import { Topics } from "./topics.tsx";

/** What a part of the page shows of an instance. */
export interface PartProps {
  readonly instance: Instance;
  readonly info: InstanceInfo;
  /** What comes after the part's name in the address. */
  readonly rest: readonly string[];
}

interface Part {
  readonly path: string;
  readonly name: string;
  /** The operation without which there is nothing to show. */
  readonly needs?: string;
  readonly View: (props: PartProps) => preact.JSX.Element | null;
}

/** The parts of an instance's page; what is special about a kind stands in the middle. */
const parts: Readonly<Record<InstanceInfo["kind"], readonly Part[]>> = {
  broker: withSpecial({ path: "topics", name: "Topics", View: Topics }),
  "wide-column": withSpecial({ path: "database", name: "Ring and backups", View: Database }),
  "file-system": withSpecial({ path: "file-system", name: "Name nodes and documents", View: FileSystem }),
};

function withSpecial(special: Part): readonly Part[] {
  return [
    { path: "nodes", name: "Nodes", View: Nodes },
    { path: "plans", name: "Plans", View: Plans },
    special,
    { path: "configurations", name: "Configurations", needs: "configurations.list", View: Configurations },
    { path: "logs", name: "Logs", View: Logs },
  ];
}

/** The page of one instance. */
export function InstancePage({ service, part, rest }: { service: string; part: string; rest: readonly string[] }) {
  const instance = known().get(service);
  const info = instance?.info;
  if (!instance || !info) {
    return (
      <main>
        {connection.value.state === "live" ? (
          <Empty title={`There is no service "${service}" here`}>
            <a href="#/">All services</a>
          </Empty>
        ) : (
          <Empty title="Waiting for the service…" />
        )}
      </main>
    );
  }
  const all = parts[info.kind].filter(({ needs }) => needs === undefined || canDo(info, needs));
  const shown = all.find(({ path }) => path === part) ?? all[0];
  const base = `#/${encodeURIComponent(service)}`;
  return (
    <main>
      <header class="about">
        <h1>{service}</h1>
        <span class="kind">
          {info.kind} {info.revision}
        </span>
        <span class="tag">{info.simulated ? "simulated" : info.engine}</span>
        <span>
          {info.nodes.running} of {info.nodes.count} nodes run
        </span>
        {info.plans.deploy !== undefined && <Status status={info.plans.deploy} words={`deploy ${words(info)}`} />}
      </header>
      {info.note && <p class="note">{info.note}</p>}
      <nav class="parts" aria-label={`Parts of ${service}`}>
        {all.map(({ path, name }) => (
          <a key={path} href={`${base}/${path}`} aria-current={path === shown?.path ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {shown && <shown.View key={service} instance={instance} info={info} rest={rest} />}
    </main>
  );
}

function words({ plans }: InstanceInfo): string {
  return (plans.deploy ?? "").replaceAll("_", " ").toLowerCase();
}
