import { type TopicOverviews, type TopicShare, topicOverview } from "@reeve/broker-models";
import { type NodeUsage, nodesUsage, type OwnNode } from "@reeve/scheduler-models";
import { bytes as bytesText, countOf } from "@reeve/terminal";
import { useMemo, useState } from "preact/hooks";
import { nodeActions } from "../actions/nodes.ts";
import { restartAllActions } from "../actions/plans.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Find } from "../parts/fields.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { StatusMark } from "../parts/status.tsx";
import { EVERY, useAnswer } from "../parts/use-answer.ts";
import { useSorted } from "../parts/use-sorted.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { linkTo, toneOf } from "../words.ts";
import { BrokerFigures } from "./broker-figures.tsx";
import { FiguresView } from "./figures.tsx";
import type { PartProps } from "./instance.tsx";

/** The nodes as a table, and a map of agents with their nodes. */
export function NodesView({ instance, info }: PartProps) {
  const nodes = useSorted(instance.nodes.keys()).flatMap((name) => instance.nodes.get(name) ?? []);
  const [words, setWords] = useState("");
  const usage = useUsage(info);
  const { shares, answer } = useShares(info);
  const columns = useMemo(() => columnsOf(info, usage, shares), [info.kind, info.revision, usage, shares]);
  const wanted = words.trim().toLowerCase();
  const isWanted = ({ node, state, agent }: OwnNode) => `${node} ${state} ${agent ?? ""}`.toLowerCase().includes(wanted);
  const rows = wanted === "" ? nodes : nodes.filter(isWanted);
  return (
    <>
      {nodes.length > 20 && <Find label="Find nodes by name, state or agent" value={words} change={setWords} />}
      <div class="buttons start">
        <ActionButtons actions={restartAllActions(info)} />
      </div>
      <DataList label="Nodes" rows={rows} columns={columns} keyOf={({ node }) => node} />
      <Agents nodes={nodes} />
      <FiguresView service={info.service} />
      <BrokerFigures service={info.service} interval={EVERY} usage={usage} shares={shares} answer={answer} />
    </>
  );
}

/** The resource usage of each node, by the node's name. Simulated nodes without traffic are missing, because they use nothing. */
function useUsage(info: InstanceInfo): ReadonlyMap<string, NodeUsage> {
  const { value } = useAnswer(() => ask(info, nodesUsage), `usage of ${info.service}`, EVERY);
  return useMemo(() => new Map(value?.map((each) => [each.node, each])), [value]);
}

/**
 * What each broker has of all topics, by the broker's node; empty for other kinds of services. The map stays the same while its content
 * does, because other columns draw all rows again. `answer` is another object after each read.
 */
function useShares(info: InstanceInfo): { readonly shares: ReadonlyMap<string, TopicShare>; readonly answer: unknown } {
  const read = async () => (info.kind === "broker" ? ask(info, topicOverview) : []);
  const { value: answer = NO_TOPICS } = useAnswer(read, `shares of ${info.service}`, EVERY);
  const shares = sharesIn(answer);
  return { shares: useMemo(() => shares, [JSON.stringify([...shares])]), answer };
}

const NO_TOPICS: TopicOverviews = [];

function sharesIn(topics: TopicOverviews): ReadonlyMap<string, TopicShare> {
  const shares = new Map<string, TopicShare>();
  for (const { broker, ...share } of topics.flatMap(({ brokers }) => brokers)) {
    const { replicas = 0, leaders = 0, bytes = 0 } = shares.get(`broker-${broker}`) ?? {};
    const all = { replicas: replicas + share.replicas, leaders: leaders + share.leaders, bytes: bytes + share.bytes };
    shares.set(`broker-${broker}`, { broker, ...all });
  }
  return shares;
}

function shareColumns(shares: ReadonlyMap<string, TopicShare>): readonly ListColumn<OwnNode>[] {
  if (shares.size === 0) return [];
  const of = ({ node }: OwnNode) => shares.get(node);
  return [
    { head: "Partitions", class: "number minor", cell: (node) => of(node)?.replicas ?? "–" },
    { head: "Leads", class: "number minor", cell: (node) => of(node)?.leaders ?? "–" },
    { head: "Data", class: "number minor", cell: (node) => bytesText(of(node)?.bytes ?? 0) },
  ];
}

/** The share of a limit, such as `512.0 MiB of 2.0 GiB`. */
function share(used: number | undefined, most: number | undefined): string {
  if (used === undefined) return "–";
  return most ? `${bytesText(used)} of ${bytesText(most)}` : bytesText(used);
}

function usageColumns(usage: ReadonlyMap<string, NodeUsage>): readonly ListColumn<OwnNode>[] {
  if (usage.size === 0) return [];
  const of = ({ node }: OwnNode) => usage.get(node);
  return [
    { head: "Memory", class: "number minor", cell: (node) => share(of(node)?.memory, of(node)?.memory_limit) },
    { head: "Disk", class: "number minor", cell: (node) => share(of(node)?.disk, of(node)?.disk_limit) },
  ];
}

function columnsOf(
  info: InstanceInfo,
  usage: ReadonlyMap<string, NodeUsage>,
  shares: ReadonlyMap<string, TopicShare>,
): readonly ListColumn<OwnNode>[] {
  return [
    { head: "Node", cell: ({ node }) => <code>{node}</code> },
    { head: "State", cell: ({ state }) => <StatusMark status={state} /> },
    { head: "Agent", class: "minor", cell: ({ agent }) => agent ?? "–" },
    { head: "Address", class: "minor", cell: (node) => <code>{addressOf(node)}</code> },
    ...shareColumns(shares),
    ...usageColumns(usage),
    {
      head: "Reason",
      class: "wide",
      cell: ({ reason, differs, agent }) =>
        reason ?? (differs.length > 0 ? `differs in ${differs.join(", ")}` : <span class="narrow">{agent}</span>),
    },
    { head: "Actions", class: "actions", cell: (node) => <Actions info={info} node={node} /> },
  ];
}

function addressOf({ addresses: [address], ports }: OwnNode): string {
  const [port] = Object.values(ports);
  return address === undefined ? "–" : port === undefined ? address : `${address}:${port}`;
}

function Actions({ info, node: { node } }: { readonly info: InstanceInfo; readonly node: OwnNode }) {
  return (
    <>
      <a href={linkTo(info.service, "logs", node)} aria-label={`Logs of ${node}`}>
        logs
      </a>
      <ActionButtons inRow actions={nodeActions(info, node)} />
    </>
  );
}

/** The largest number of nodes for which agents are drawn as cards. With more nodes, agents are drawn as a table. */
const MAX_CARDS = 100;

/** Shows each agent with its nodes. */
function Agents({ nodes }: { readonly nodes: readonly OwnNode[] }) {
  const byAgent = Map.groupBy(nodes, ({ agent }) => agent ?? "");
  const agents = useSorted(byAgent.keys()).flatMap((agent) => (agent === "" ? [] : [{ agent, held: byAgent.get(agent) ?? [] }]));
  if (agents.length === 0) return null;
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">{countOf(agents.length, "agent")}</h2>
      {nodes.length > MAX_CARDS ? (
        <DataList
          label="Agents"
          rows={agents.map(({ agent, held }) => ({ agent, count: held.length, names: namesOf(held) }))}
          keyOf={({ agent }) => agent}
          columns={agentColumns}
        />
      ) : (
        <ul class="agents">
          {agents.map(({ agent, held }) => (
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
      )}
    </section>
  );
}

const agentColumns: readonly ListColumn<{ readonly agent: string; readonly count: number; readonly names: string }>[] = [
  { head: "Agent", cell: ({ agent }) => agent },
  { head: "Nodes", class: "number", cell: ({ count }) => count },
  { head: "Names", class: "wide", cell: ({ names }) => names },
];

/** Lists the nodes of an agent. Nodes that do not run come first, with their states. */
function namesOf(nodes: readonly OwnNode[]): string {
  const running = nodes.filter(({ state }) => state === "running").map(({ node }) => node);
  const all = [...nodes.flatMap(({ node, state }) => (state === "running" ? [] : [`${node} ${state}`])), ...running];
  return all.length <= MAX_NAMES ? all.join(", ") : `${all.slice(0, MAX_NAMES).join(", ")} and ${all.length - MAX_NAMES} more`;
}

/** A row of the table names at most this many nodes. */
const MAX_NAMES = 20;
