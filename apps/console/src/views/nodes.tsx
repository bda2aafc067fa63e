import type { OwnNode } from "@reeve/scheduler-models";
import { useState } from "preact/hooks";
import { canDo, propose } from "../parts/agreement.tsx";
import { List, type ListColumn } from "../parts/list.tsx";
import { Status } from "../parts/status.tsx";
import type { InstanceInfo } from "../state/cluster.ts";
import { countOf, toneOf } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** The nodes as a table, and which agent holds which of them. */
export function Nodes({ instance, info }: PartProps) {
  const nodes = [...instance.nodes.values()].sort(byName);
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const rows = nodes.filter(({ node, state, agent }) =>
    `${node} ${state} ${agent ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {nodes.length > 20 && (
        <label class="find">
          Find nodes by name, state or agent
          <input type="search" value={words} onInput={({ currentTarget: { value } }) => setWords(value)} />
        </label>
      )}
      <List label="Nodes" rows={rows} columns={columnsOf(info)} keyOf={({ node }) => node} />
      <Agents nodes={nodes} />
    </>
  );
}

/** `broker-2` comes before `broker-10`. */
function byName({ node: one }: OwnNode, { node: other }: OwnNode): number {
  return one.localeCompare(other, "en", { numeric: true });
}

function columnsOf(info: InstanceInfo): readonly ListColumn<OwnNode>[] {
  return [
    { head: "Node", cell: ({ node }) => <code>{node}</code> },
    { head: "State", cell: ({ state }) => <Status status={state} /> },
    { head: "Agent", cell: ({ agent }) => agent ?? "–" },
    { head: "Address", cell: (node) => <code>{addressOf(node)}</code> },
    {
      head: "Reason",
      class: "wide",
      cell: ({ reason, differs }) => reason ?? (differs.length > 0 ? `differs in ${differs.join(", ")}` : ""),
    },
    { head: "Actions", class: "actions", cell: (node) => <Actions info={info} node={node} /> },
  ];
}

function addressOf({ addresses: [address], ports }: OwnNode): string {
  const [port] = Object.values(ports);
  return address === undefined ? "–" : port === undefined ? address : `${address}:${port}`;
}

function Actions({ info, node: { node } }: { readonly info: InstanceInfo; readonly node: OwnNode }) {
  const call = (verb: string) => ({ name: `nodes.${verb}`, input: { node } });
  return (
    <>
      <a href={`#/${encodeURIComponent(info.service)}/logs/${node}`} aria-label={`Logs of ${node}`}>
        logs
      </a>
      {canDo(info, "nodes.restart") && (
        <button
          type="button"
          class="plain"
          aria-label={`Restart ${node}`}
          onClick={() =>
            propose({
              info,
              title: `Restart ${node}`,
              about: `${node} is stopped and launched again in the same place. Its volumes are kept.`,
              call: call("restart"),
            })
          }
        >
          restart
        </button>
      )}
      <button
        type="button"
        class="plain"
        aria-label={`Pause ${node}`}
        onClick={() =>
          propose({
            info,
            title: `Pause ${node}`,
            about: `${node} is launched again in an idle state, for debugging. A restart brings it back.`,
            call: call("pause"),
          })
        }
      >
        pause
      </button>
      <button
        type="button"
        class="plain"
        aria-label={`Replace ${node}`}
        onClick={() =>
          propose({
            info,
            title: `Replace ${node}`,
            about: `${node} is launched on another agent, and its volumes are deleted. Their data is copied again from other nodes, if those have it.`,
            call: call("replace"),
            confirm: node,
          })
        }
      >
        replace
      </button>
    </>
  );
}

/** Which agent holds which nodes. */
function Agents({ nodes }: { readonly nodes: readonly OwnNode[] }) {
  const agents = new Map<string, OwnNode[]>();
  for (const node of nodes) {
    if (!node.agent) continue;
    agents.set(node.agent, [...(agents.get(node.agent) ?? []), node]);
  }
  if (agents.size === 0) return null;
  const sorted = [...agents].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">{countOf(agents.size, "agent")}</h2>
      <ul class="agents">
        {sorted.map(([agent, held]) => (
          <li key={agent}>
            <h3>{agent}</h3>
            <ul>
              {held.map(({ node, state }) => (
                <li key={node} class={`node ${toneOf(state)}`}>
                  {node}
                  {state !== "running" && <span> {state}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
