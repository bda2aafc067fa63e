import type { NodeView, Readiness } from "@reeve/orchestrator";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";
import { type View, viewFrom } from "./view.ts";

/**
 * Nodes join one at a time, because each copies its part of the data from the others. A node that returns to its own data may start at any
 * time.
 */
export async function mayStart(
  node: NodeView,
  { members, records, nodes }: { readonly members: Members; readonly records: Records; nodes(): readonly NodeView[] },
  signal: AbortSignal,
): Promise<Readiness> {
  if (records.hasJoined(node)) return { ready: true };
  const joining = nodes().find((other) => other.id !== node.id && isUnderWay(other) && !records.hasJoined(other));
  if (joining) return not(`${joining.id} is joining: nodes join one at a time`);
  const others = members.placed().filter((member) => member.node.id !== node.id && records.of(member.node.id));
  if (others.length === 0) return { ready: true };
  const views = await Promise.all(others.map(async (member) => [member, await viewFrom(member, { signal })] as const));
  const there = views.filter((each): each is readonly [Member, View] => each[1]?.mode === "NORMAL");
  if (there.length === 0) return not(`it joins when another node runs: bring back ${named(others)}`);
  return records.of(node.id) ? mayTakeItsPlace(node, there) : mayJoin(views);
}

/** A node takes its predecessor's address, so the others must have noticed that the predecessor is gone. */
function mayTakeItsPlace({ identity }: NodeView, there: readonly (readonly [Member, View])[]): Readiness {
  const own = `${identity.host}:${identity.ports.storage}`;
  const late = there.find(([, view]) => view.live.has(own));
  return late ? not(`${late[0].node.id} has not noticed yet that its predecessor is gone`) : { ready: true };
}

/** A new node copies from the nodes whose data it takes over, so all of them are needed. */
function mayJoin(views: readonly (readonly [Member, View | undefined])[]): Readiness {
  const away = views.find(([, view]) => view?.mode !== "NORMAL");
  if (!away) return { ready: true };
  const [{ node }, view] = away;
  return not(`${node.id} ${view ? `is ${view.mode}` : "does not answer"}: a new node copies its data from the others`);
}

function isUnderWay({ tasks }: NodeView): boolean {
  return tasks.some(({ state }) => state === "launching" || state === "waiting" || state === "running");
}

const named = (members: readonly Member[]) => members.map(({ node }) => node.id).join(", ");

const not = (reason: string): Readiness => ({ ready: false, reason });
