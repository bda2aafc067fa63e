import { statusWords } from "@reeve/terminal";
import { Empty } from "../parts/empty.tsx";
import { StatusMark } from "../parts/status.tsx";
import type { InstanceInfo, KnownInstance } from "../state/cluster.ts";
import { connection, known } from "../state/live.ts";
import { linkTo } from "../words.ts";
import { ConfigurationsView } from "./configurations.tsx";
import { DatabaseView } from "./database.tsx";
import { FileSystemView } from "./file-system.tsx";
import { GroupsView } from "./groups.tsx";
import { LogsView } from "./logs.tsx";
import { NodesView } from "./nodes.tsx";
import { PlansView } from "./plans.tsx";
import { TopicsView } from "./topics.tsx";

/** The properties of each part of an instance's page. */
export interface PartProps {
  readonly instance: KnownInstance;
  readonly info: InstanceInfo;
  /** The segments of the address after the part's name. */
  readonly rest: readonly string[];
}

interface Part {
  readonly path: string;
  readonly name: string;
  readonly View: (props: PartProps) => preact.JSX.Element | null;
}

/** The parts of an instance's page, by kind of service. The parts that only one kind has are in the middle. */
const parts: Readonly<Record<InstanceInfo["kind"], readonly Part[]>> = {
  broker: withSpecial({ path: "topics", name: "Topics", View: TopicsView }, { path: "groups", name: "Groups", View: GroupsView }),
  "wide-column": withSpecial({ path: "database", name: "Database", View: DatabaseView }),
  "file-system": withSpecial({ path: "file-system", name: "File system", View: FileSystemView }),
};

function withSpecial(...special: readonly Part[]): readonly Part[] {
  return [
    { path: "nodes", name: "Nodes", View: NodesView },
    { path: "plans", name: "Plans", View: PlansView },
    ...special,
    { path: "configurations", name: "Configurations", View: ConfigurationsView },
    { path: "logs", name: "Logs", View: LogsView },
  ];
}

/** The page of one instance. */
export function InstancePage({ service, part, rest }: { service: string; part: string; rest: readonly string[] }) {
  const instance = known().get(service);
  const info = instance?.info;
  const all = info ? parts[info.kind] : [];
  const shown = part === "" ? all[0] : all.find(({ path }) => path === part);
  return (
    <main>
      <header class="about">
        <h1 tabIndex={-1}>
          {service}
          {shown && <span class="unseen">: {shown.name}</span>}
        </h1>
        {info && <About info={info} />}
      </header>
      {!info && connection.value.state !== "live" && <Empty title="Waiting for the service…" />}
      {!info && connection.value.state === "live" && (
        <Empty title={`There is no service "${service}" here`}>
          <a href="#/">All services</a>
        </Empty>
      )}
      {info?.note && <p class="note">{info.note}</p>}
      {info?.trouble && (
        <p class="note" role="status">
          {info.trouble}
        </p>
      )}
      {info && (
        <nav class="parts" aria-label={`Parts of ${service}`}>
          {all.map(({ path, name }) => (
            <a key={path} href={linkTo(service, path)} aria-current={path === shown?.path ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {info && !shown && <Empty title={`${service} has no page "${part}"`} />}
      {instance && info && shown && <shown.View key={service} instance={instance} info={info} rest={rest} />}
    </main>
  );
}

function About({ info }: { readonly info: InstanceInfo }) {
  const { service, kind, revision, simulated, engine, nodes, plans } = info;
  return (
    <>
      <span class="kind">
        {kind} {revision}
      </span>
      <span class="tag">{simulated ? "simulated" : engine}</span>
      <span>
        {nodes.running} of {nodes.count} nodes run
      </span>
      {plans.deploy !== undefined && (
        <a href={linkTo(service, "plans", "deploy")}>
          <StatusMark status={plans.deploy} words={`deploy ${statusWords(plans.deploy)}`} />
        </a>
      )}
    </>
  );
}
