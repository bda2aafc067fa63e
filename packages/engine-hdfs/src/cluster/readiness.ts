import type { NodeView, Readiness } from "@reeve/orchestrator";
import { fourLetters } from "../wire/four-letters.ts";
import { type Bean, beans } from "../wire/jmx.ts";
import type { Blocks } from "./blocks.ts";
import type { Calls } from "./calls.ts";
import type { Formats } from "./formats.ts";
import { isInStep } from "./journals.ts";
import { endpointOf, type Members, writeEndpoint } from "./members.ts";
import { activeOf, askNames, type NameView } from "./name-nodes.ts";

export interface ReadinessContext {
  readonly members: Members;
  readonly calls: Calls;
  readonly formats: Formats;
  readonly blocks: Blocks;
}

const yes: Readiness = { ready: true };
const no = (reason: string): Readiness => ({ ready: false, reason });

/** Seconds without a heartbeat after which a data node counts as lost; heartbeats come every three. */
const SILENT = 10;

/** Whether a daemon is in sync with the others, so that the rollout can continue with the next. */
export function readyDaemon(node: NodeView, context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  switch (node.podType) {
    case "coordinator":
      return readyCoordinator(node, context, signal);
    case "journal":
      return readyJournal(node, context, signal);
    case "name":
      return readyName(node, context, signal);
    case "fc":
      return readyController(node, context, signal);
    default:
      return readyData(node, context, signal);
  }
}

/** Whether a server of the coordination service serves; several of them do once a majority runs. */
async function readyCoordinator(
  node: NodeView,
  { members }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const { host, port } = endpointOf(node, "coordinator");
  const text = await fourLetters(host, port, "srvr", signal).catch(() => "");
  if (/^Mode: /m.test(text)) return yes;
  if (text === "") return no("it does not answer yet");
  const majority = Math.floor(members.all("coordinator").length / 2) + 1;
  const others = members.alive("coordinator").length;
  return others < majority
    ? { ready: true, note: "it waits for a majority" }
    : no("it is not in sync with the others yet");
}

async function readyJournal(
  node: NodeView,
  { members, calls, formats }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const { host, port } = endpointOf(node, "journal-http");
  const own = await beans(host, port, "Hadoop:service=JournalNode,name=JournalNodeInfo", signal).catch(() => []);
  if (own.length === 0) return no("it does not answer yet");
  const active = activeOf(await askNames(members, signal));
  if (!active || isInStep(node, active.journals)) {
    formats.serves(node);
    return yes;
  }
  // Without this a journal would stay out of sync for minutes, and the next restart would cost the majority.
  await calls.rollEdits(active, signal).catch(() => undefined);
  return no("the edits are not in sync here yet");
}

async function readyName(
  node: NodeView,
  { members, formats }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const names = await askNames(members, signal);
  const own = names.find((name) => name.node.id === node.id);
  // Its HTTP server answers a moment before it knows its state.
  if (!own || own.state === "") return no("it does not answer yet");
  formats.serves(node);
  if (own.state !== "active" && own.state !== "standby") return no(`it is ${own.state}`);
  if (own.safeMode !== "") return no(`in safe mode: ${firstSentence(own.safeMode)}`);
  const canElect = members.all("fc").some(({ state }) => state === "running");
  return canElect && !activeOf(names) ? no(`no name node is active yet; ${node.id} waits for one`) : yes;
}

async function readyController(
  node: NodeView,
  { members, calls, formats }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  if (!(await calls.controllerAnswers(node.index, signal).catch(() => false))) return no("it does not answer yet");
  const names = await askNames(members, signal);
  if (!activeOf(names)) return no("no name node is active yet");
  formats.serves(node);
  return yes;
}

async function readyData(
  node: NodeView,
  { members, blocks }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const { host, port } = endpointOf(node, "data-http");
  const own = await beans(host, port, "Hadoop:service=DataNode,name=DataNodeInfo", signal).catch(() => []);
  const info = own[0];
  if (!info) return no("it does not answer yet");
  const unreported = actorsOf(info).filter(({ ActorState }) => ActorState !== "RUNNING");
  if (unreported.length > 0) return no("it has not reported to all name nodes yet");
  const active = activeOf(await askNames(members, signal));
  if (!active) return no("no name node is active");
  if (!isSeen(node, active)) return no(`${active.node.id} does not know it yet`);
  if (active.safeMode !== "") return no(`${active.node.id} is in safe mode: ${firstSentence(active.safeMode)}`);
  return blocks.whole(active, signal);
}

/** Whether a name node gets heartbeats from a data node. */
export function isSeen(node: NodeView, { dataNodes }: NameView): boolean {
  if (node.placement === undefined) return false;
  const address = writeEndpoint(endpointOf(node, "data-rpc"));
  return dataNodes.some((seen) => seen.address === address && seen.silent <= SILENT);
}

/** A data node's report of its connection to each name node. */
function actorsOf({ BPServiceActorInfo }: Bean): readonly Bean[] {
  const list: unknown = typeof BPServiceActorInfo === "string" ? JSON.parse(BPServiceActorInfo) : [];
  return Array.isArray(list) ? list : [];
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/\.(?:\s|$)/);
  return first;
}
