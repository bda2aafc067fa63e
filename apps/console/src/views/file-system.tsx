import { canDo } from "../parts/agreement.tsx";
import { Copied } from "../parts/copied.tsx";
import { Empty, Failure } from "../parts/empty.tsx";
import { Status } from "../parts/status.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import type { PartProps } from "./instance.tsx";

/** The name nodes, and the documents that clients read. */
export function FileSystem({ instance, info }: PartProps) {
  const names = [...instance.nodes.values()].filter(({ node }) => node.startsWith("name-"));
  return (
    <>
      <h2>Name nodes</h2>
      <ul class="agents">
        {names.map(({ node, state, reason, agent }) => (
          <li key={node}>
            <h3>{node}</h3>
            <p>
              <Status status={state} />
            </p>
            <p>{reason ?? (agent ? `on ${agent}` : "")}</p>
          </li>
        ))}
      </ul>
      <h2>Documents for clients</h2>
      {canDo(info, "endpoints.fsSite") ? (
        <>
          <Document info={info} name="endpoints.fsSite" label="fs-site.xml" />
          <Document info={info} name="endpoints.coreSite" label="core-site.xml" />
        </>
      ) : (
        <Empty title={`${info.revision} has no documents for clients`}>
          The revision V2 serves them: <code>reeve up --revision file-system=V2</code>
        </Empty>
      )}
    </>
  );
}

function Document({ info, name, label }: { info: InstanceInfo; name: string; label: string }) {
  const { value, failure } = useAnswer(() => ask<string>(info, name), `${name} ${info.configuration}`);
  if (failure) return <Failure sentence={`${label}: ${failure}`} />;
  return value === undefined ? null : <Copied label={label} text={value} />;
}
