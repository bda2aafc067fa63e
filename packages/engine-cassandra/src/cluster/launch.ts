import { dirname } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { Tools } from "@reeve/java-software";
import type { Environment, NodeView } from "@reeve/orchestrator";
import type { Members } from "./members.ts";
import type { Records } from "./records.ts";
import { firstTokens } from "./ring.ts";
import { userKeySpaces, viewFrom } from "./view.ts";

/** The variables for Java and the jars on this machine. */
export function toolsOf({ java, classPath }: Tools): Environment {
  const jar = (part: RegExp) => {
    const found = classPath.split(":").find((path) => part.test(path));
    if (found === undefined) throw new ReeveError("server-failure", `no jar in ${dirname(classPath)} matches ${part}`);
    return found;
  };
  return { JAVA: java, CLASSPATH: classPath, JAMM: jar(/\/jamm-[^/]*$/), AGENT: jar(/\/jolokia-agent-jvm-[^/]*$/) };
}

export interface LaunchContext {
  readonly members: Members;
  readonly records: Records;
  /** The number of nodes in the definition. */
  nodes(): number;
  readonly signal: AbortSignal;
}

/** The most seed addresses that a node gets. */
const MAX_SEEDS = 3;

/** What a node is told at its start and forgets afterwards: where the others are, and how it becomes one of them. */
export async function startOf(node: NodeView, context: LaunchContext): Promise<Environment> {
  const { members, records } = context;
  const others = members.placed().filter((member) => member.node.id !== node.id && records.of(member.node.id));
  const own = `${node.identity.host}:${node.identity.ports.storage}`;
  const isBack = records.hasJoined(node);
  // A node that is among its own seeds copies no data, so only one that has its data already is, or the first of all. With that, all nodes
  // can come back after all were down.
  const seeds = [...(isBack || others.length === 0 ? [own] : []), ...others.map(({ peer }) => peer)];
  const options = [...sharedOptions(context.nodes())];
  if (!isBack) options.push(...(await joinOptions(node, own, others.length > 0, context)));
  return { SEEDS: seeds.slice(0, MAX_SEEDS + 1).join(","), START_OPTIONS: options.join(" ") };
}

/** The database's own key spaces, for roles and the like, are made with so many copies. */
function sharedOptions(nodes: number): readonly string[] {
  const copies = Math.min(3, nodes);
  return ["auth", "distributed", "traces"].map((name) => `-Dcassandra.system_${name}.default_rf=${copies}`);
}

async function joinOptions(
  node: NodeView,
  own: string,
  hasOthers: boolean,
  { members, records, nodes, signal }: LaunchContext,
): Promise<readonly string[]> {
  if (hasOthers && records.of(node.id)) return [`-Dcassandra.replace_address_first_boot=${own}`];
  const size = records.firstSize(nodes());
  if (node.index >= size) return [];
  const tokens = `-Dcassandra.initial_token=${firstTokens(node.index, size).join(",")}`;
  // Where nothing is stored yet there is nothing to copy, which saves most of the time.
  const views = await Promise.all(members.alive().map((member) => viewFrom(member, { signal })));
  const isEmpty = !views.some((view) => view && userKeySpaces(view).length > 0);
  return isEmpty ? [tokens, "-Dcassandra.auto_bootstrap=false"] : [tokens];
}
