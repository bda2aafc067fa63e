import { dirname } from "node:path";
import { ReeveError } from "@reeve/contract";
import { javaEnvironment, type Tools } from "@reeve/java-software";
import type { Environment, NodeView } from "@reeve/orchestrator/engine";
import type { DatabaseAccess } from "./members.ts";
import { viewsOf } from "./readiness.ts";
import { firstTokens } from "./ring.ts";
import { userKeySpaces } from "./view.ts";

/** Returns the environment variables with the paths of Java and of the jars on this machine. */
export function toolsOf(tools: Tools): Environment {
  const { classPath } = tools;
  const jar = (part: RegExp) => {
    const found = classPath.split(":").find((path) => part.test(path));
    if (found === undefined) throw new ReeveError("server-failure", `no jar in ${dirname(classPath)} matches ${part}`);
    return found;
  };
  return { ...javaEnvironment(tools), JAMM: jar(/\/jamm-[^/]*$/), AGENT: jar(/\/jolokia-agent-jvm-[^/]*$/) };
}

type LaunchContext = Pick<DatabaseAccess, "members" | "records" | "count">;

/** The maximum number of other nodes in a node's list of seeds. */
const MAX_SEEDS = 3;

/** Returns the settings of a single launch: the seeds, and how the node joins. */
export async function startOf(node: NodeView, context: LaunchContext, signal: AbortSignal): Promise<Environment> {
  const { members, records, count } = context;
  const others = members.placed().filter((member) => member.node.id !== node.id && records.of(member.node.id));
  const own = addressOf(node);
  const isBack = records.hasJoined(node);
  // A node that is its own seed starts without the others and copies no data. So only a node with data, or the very first node, is its own
  // seed. After an outage of all nodes, any node can then start first.
  const seeds = [...(isBack || others.length === 0 ? [own] : []), ...others.map((member) => addressOf(member.node))];
  const options = [...sharedOptions(count())];
  if (!isBack) options.push(...(await joinOptions(node, others.length > 0, context, signal)));
  return { SEEDS: seeds.slice(0, MAX_SEEDS + 1).join(","), START_OPTIONS: options.join(" ") };
}

/** Returns a node's stable address, which may be a host name: the database resolves the names of seeds whenever it needs them. */
const addressOf = ({ identity: { host, ports } }: NodeView): string => `${host}:${ports.storage}`;

/** Returns the options that set the replication factor of `system_auth` and of the other replicated system keyspaces. */
function sharedOptions(nodes: number): readonly string[] {
  const copies = Math.min(3, nodes);
  return ["auth", "distributed", "traces"].map((name) => `-Dcassandra.system_${name}.default_rf=${copies}`);
}

async function joinOptions(
  node: NodeView,
  hasOthers: boolean,
  { members, records, count }: LaunchContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (hasOthers && records.of(node.id)) return [`-Dcassandra.replace_address_first_boot=${records.peerOf(node)}`];
  const size = records.firstSize(count());
  if (node.index >= size) return [];
  const tokens = `-Dcassandra.initial_token=${firstTokens(node.index, size).join(",")}`;
  // In an empty cluster there is no data to copy, so nodes join without a bootstrap, which is much faster.
  const views = await viewsOf(members.alive(), signal);
  const isEmpty = !views.some(([, view]) => view && userKeySpaces(view).length > 0);
  return isEmpty ? [tokens, "-Dcassandra.auto_bootstrap=false"] : [tokens];
}
