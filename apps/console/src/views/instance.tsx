import { Empty } from "../parts/empty.tsx";
import { Status } from "../parts/status.tsx";
import { canList } from "../state/calls.ts";
import type { Instance, InstanceInfo } from "../state/cluster.ts";
import { connection, known } from "../state/live.ts";
import { linkTo, statusWords } from "../words.ts";
import { Configurations } from "./configurations.tsx";
import { Database } from "./database.tsx";
import { FileSystem } from "./file-system.tsx";
import { Logs } from "./logs.tsx";
import { Nodes } from "./nodes.tsx";
import { Plans } from "./plans.tsx";
import { Topics } from "./topics.tsx";

/** The properties of each part of an instance's page. */
export interface PartProps {
  readonly instance: Instance;
  readonly info: InstanceInfo;
  /** The segments of the address after the part's name. */
  readonly rest: readonly string[];
}

interface Part {
  readonly path: string;
  readonly name: string;
  /** What the part lists. If the revision cannot list it, the part is hidden. */
  readonly needs?: string;
  readonly View: (props: PartProps) => preact.JSX.Element | null;
}

/** The parts of an instance's page, by kind of service. The parts that only one kind has are in the middle. */
const parts: Readonly<Record<InstanceInfo["kind"], readonly Part[]>> = {
  broker: withSpecial({ path: "topics", name: "Topics", View: Topics }),
  "wide-column": withSpecial({ path: "database", name: "Ring and backups", View: Database }),
  "file-system": withSpecial({ path: "file-system", name: "File system", View: FileSystem }),
};

function withSpecial(special: Part): readonly Part[] {
  return [
    { path: "nodes", name: "Nodes", View: Nodes },
    { path: "plans", name: "Plans", View: Plans },
    special,
    { path: "configurations", name: "Configurations", needs: "configuration", View: Configurations },
    { path: "logs", name: "Logs", View: Logs },
  ];
}

/** The page of one instance. */
export function InstancePage({ service, part, rest }: { service: string; part: string; rest: readonly string[] }) {
  const instance = known().get(service);
  const info = instance?.info;
  const all = info ? parts[info.kind].filter(({ needs }) => needs === undefined || canList(info, needs)) : [];
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
          <Status status={plans.deploy} words={`deploy ${statusWords(plans.deploy)}`} />
        </a>
      )}
    </>
  );
}
