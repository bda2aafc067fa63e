import { type NodeView, notReady, READY, type Readiness, unlessRefused } from "@reeve/orchestrator/engine";
import { fourLetters } from "../wire/four-letters.ts";
import { beans, type JmxBean } from "../wire/jmx.ts";
import type { Blocks } from "./blocks.ts";
import type { Calls } from "./calls.ts";
import type { ExclusionLists } from "./exclusion-lists.ts";
import type { Formats } from "./formats.ts";
import { type EditRolls, firstGap, isJournalInStep, neededEdits, segmentsOf } from "./journals.ts";
import { forgetsDeparted } from "./leaving.ts";
import type { HdfsMembers, PodType } from "./members.ts";
import { activeOf, askNames, isSeen, type NameView } from "./name-nodes.ts";

export interface ReadinessContext {
  readonly members: HdfsMembers;
  readonly calls: Calls;
  readonly formats: Formats;
  readonly rolls: EditRolls;
  readonly blocks: Blocks;
  readonly lists: ExclusionLists;
}

/** Whether a daemon is in sync with the others. Until it is, the rollout does not continue with the next daemon. */
export function readyDaemon(node: NodeView, context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  return checks[node.podType as PodType](node, context, signal);
}

const checks: Readonly<Record<PodType, typeof readyDaemon>> = {
  coordinator: readyCoordinator,
  journal: readyJournal,
  name: readyName,
  fc: readyController,
  data: readyData,
};

/** Whether a server of the coordination service serves clients, which several servers do only while a majority runs. */
async function readyCoordinator(node: NodeView, { members }: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const text = await fourLetters(members.endpoint(node, "coordinator"), "srvr", signal).catch(unlessRefused(""));
  if (/^Mode: /m.test(text)) return READY;
  if (text === "") return notReady("it does not answer yet");
  const majority = Math.floor(members.all("coordinator").length / 2) + 1;
  const others = members.alive("coordinator").length;
  return others < majority
    ? { ready: true, note: "it waits for a majority of the servers" }
    : notReady("it is not in sync with the other servers yet");
}

async function readyJournal(node: NodeView, { members, calls, formats, rolls }: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const at = members.endpoint(node, "journal-http");
  const [runtime] = await beans(at, "java.lang:type=Runtime", signal).catch(unlessRefused<readonly JmxBean[]>([]));
  if (!runtime) return notReady("it does not answer yet");
  const started = Number(runtime.StartTime);
  const names = await askNames(members, signal);
  const active = activeOf(names);
  if (!active || (rolls.sinceStart(node, started) && isJournalInStep(node, active.journals))) {
    const gap = active && formats.lacksEdits(node) ? await uncopied(node, names, { members, calls }, signal) : undefined;
    if (gap !== undefined) return notReady(`it copies the edits from the other journals, from transaction ${gap} on`);
    formats.serves(node);
    return READY;
  }
  // Without a new edit log segment, the journal would stay out of sync for minutes. If another journal then restarted, the edits would have
  // no majority.
  await rolls.roll(node, started, active, signal);
  return notReady("it is not in sync with the edits yet");
}

/** Returns the first transaction that a journal with a new volume still lacks and that another journal has. */
async function uncopied(
  node: NodeView,
  names: readonly NameView[],
  { members, calls }: Pick<ReadinessContext, "members" | "calls">,
  signal: AbortSignal,
): Promise<number | undefined> {
  const needed = neededEdits(names);
  if (!needed) return undefined;
  const gap = firstGap(await segmentsOf([node], calls, signal), needed);
  if (gap === undefined) return undefined;
  const others = members.alive("journal").filter(({ id }) => id !== node.id);
  const there = await segmentsOf(others, calls, signal);
  return firstGap(there, { from: gap, to: gap }) === undefined ? gap : undefined;
}

async function readyName(node: NodeView, { members, formats }: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const names = await askNames(members, signal);
  const own = names.find((name) => name.node.id === node.id);
  // The HTTP server of a name node starts to answer shortly before the name node's state is known.
  if (!own || own.state === "") return notReady("it does not answer yet");
  formats.serves(node);
  if (own.state !== "active" && own.state !== "standby") return notReady(`it is ${own.state}`);
  if (own.safeMode !== "") return notReady(`it is in safe mode: ${firstSentence(own.safeMode)}`);
  const canElect = members.all("fc").some(({ state }) => state === "running");
  return canElect && !activeOf(names) ? notReady(`no name node is active yet, so ${node.id} has to wait`) : READY;
}

async function readyController(node: NodeView, { members, calls, formats }: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  if (!(await calls.controllerAnswers(node.index, signal).catch(unlessRefused(false)))) return notReady("it does not answer yet");
  const names = await askNames(members, signal);
  if (!activeOf(names)) return notReady("no name node is active yet");
  formats.serves(node);
  return READY;
}

async function readyData(node: NodeView, context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const info = await dataNodeInfo(node, context, signal);
  if (!info) return notReady("it does not answer yet");
  const unreported = actorsOf(info).filter(({ ActorState }) => ActorState !== "RUNNING");
  if (unreported.length > 0) return notReady("it has not reported to all name nodes yet");
  const names = await askNames(context.members, signal);
  const active = activeOf(names);
  if (!active) return notReady("no name node is active");
  if (!isSeen(node, active)) return notReady(`the data node is not registered with ${active.node.id} yet`);
  if (active.safeMode !== "") return notReady(`${active.node.id} is in safe mode: ${firstSentence(active.safeMode)}`);
  if (!context.blocks.isCounted(node, active)) return notReady(`${active.node.id} has not counted its blocks yet`);
  return areBlocksWhole(active, names, context, signal);
}

/** Returns a data node's report on itself; undefined if it does not answer. */
export async function dataNodeInfo(
  node: NodeView,
  { members }: Pick<ReadinessContext, "members">,
  signal: AbortSignal,
): Promise<JmxBean | undefined> {
  const reports = beans(members.endpoint(node, "data-http"), "Hadoop:service=DataNode,name=DataNodeInfo", signal);
  const [info] = await reports.catch(unlessRefused<readonly JmxBean[]>([]));
  return info;
}

/** Whether all blocks have enough replicas, apart from those on data nodes that are gone. */
export async function areBlocksWhole(
  active: NameView,
  names: readonly NameView[],
  context: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const forgotten = await forgetsDeparted(active, names, context, signal);
  return forgotten.ready ? context.blocks.whole(active, signal) : forgotten;
}

/** Returns a data node's reports on its connections to the name nodes. */
function actorsOf({ BPServiceActorInfo }: JmxBean): readonly JmxBean[] {
  const list: unknown = typeof BPServiceActorInfo === "string" ? JSON.parse(BPServiceActorInfo) : [];
  return Array.isArray(list) ? list : [];
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/\.(?:\s|$)/);
  return first;
}
