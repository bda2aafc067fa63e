import { type FileSystemStatus, showCoreSite, showFsSite, showStatus } from "@reeve/file-system-models";
import { bytes as bytesText, countOf } from "@reeve/terminal";
import { Copied } from "../parts/copied.tsx";
import { FailureNote } from "../parts/empty.tsx";
import { StatusMark } from "../parts/status.tsx";
import { EVERY, useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import type { PartProps } from "./instance.tsx";

/** Shows the state of the file system, and the configuration documents for clients. */
export function FileSystemView({ instance, info }: PartProps) {
  const { service, configuration } = info;
  const { value, failure } = useAnswer(() => ask(info, showStatus), `status of ${service}`, EVERY);
  const names = [...instance.nodes.values()].filter(({ node }) => node.startsWith("name-"));
  return (
    <>
      <h2>Name nodes</h2>
      {failure && <FailureNote sentence={failure} />}
      {value?.safe_mode && <FailureNote sentence={`Nothing can be written now: ${value.safe_mode}`} />}
      <ul class="agents">
        {names.map(({ node, state, reason, agent }) => (
          <li key={node}>
            <h3>{node}</h3>
            <p>
              <StatusMark status={roles[value?.name_nodes[node] ?? ""] ?? state} words={value?.name_nodes[node] ?? state} />
            </p>
            <p>{reason ?? (agent ? `on ${agent}` : "")}</p>
          </li>
        ))}
      </ul>
      {value && <Whole status={value} />}
      <h2>Documents for clients</h2>
      <Document key={`fs ${configuration}`} info={info} operation={showFsSite} label="fs-site.xml" />
      <Document key={`core ${configuration}`} info={info} operation={showCoreSite} label="core-site.xml" />
    </>
  );
}

/** Maps each role of a name node to the status whose colour and icon the page shows. */
const roles: Readonly<Record<string, string>> = { active: "RUNNING", standby: "PENDING", initializing: "STARTING" };

function Whole({ status: { data_nodes, space, blocks } }: { readonly status: FileSystemStatus }) {
  return (
    <dl class="facts">
      {data_nodes && (
        <div>
          <dt>Data nodes</dt>
          <dd>
            {data_nodes.live} live
            {data_nodes.decommissioning > 0 && `, ${data_nodes.decommissioning} being decommissioned`}
          </dd>
        </div>
      )}
      {space && (
        <div>
          <dt>Space</dt>
          <dd>
            {bytesText(space.used)} used, {bytesText(space.free)} free of {bytesText(space.capacity)}
          </dd>
        </div>
      )}
      {blocks && (
        <div>
          <dt>Blocks</dt>
          <dd>
            <StatusMark status={statusOf(blocks)} words={wordsOf(blocks)} />
          </dd>
        </div>
      )}
    </dl>
  );
}

type Blocks = NonNullable<FileSystemStatus["blocks"]>;

function statusOf({ missing, under_replicated }: Blocks): string {
  return missing > 0 ? "ERROR" : under_replicated > 0 ? "WAITING" : "COMPLETE";
}

function wordsOf({ all, missing, under_replicated }: Blocks): string {
  const amiss = [
    ...(missing > 0 ? [`${missing} without a readable replica`] : []),
    ...(under_replicated > 0 ? [`${under_replicated} with too few replicas`] : []),
  ];
  return [countOf(all, "block"), ...amiss].join(", ");
}

function Document(props: { info: InstanceInfo; operation: typeof showFsSite | typeof showCoreSite; label: string }) {
  const { info, operation, label } = props;
  const { value, failure } = useAnswer(() => ask(info, operation), `${label} ${info.service} ${info.configuration}`);
  if (failure) return <FailureNote sentence={`${label}: ${failure}`} />;
  return value === undefined ? null : <Copied label={label} text={value} />;
}
