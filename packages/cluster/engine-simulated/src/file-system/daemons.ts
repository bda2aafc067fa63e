import { notReady, READY, type Readiness, type Store } from "@reeve/orchestrator/engine";
import type { Timers } from "../world/timers.ts";
import type { Process, ProcessEnding, World } from "../world/world.ts";
import { type Departure, type Election, followElection } from "./election.ts";

// Durations in milliseconds at pace 1.
const START = 80;
const EDITS_ROLLED = 120;
const SAFE_MODE = 120;
const BLOCK_REPORT = 100;
const BLOCKS_COPIED = 400;
const STOP = 60;

/** `up`: the daemon is running, but not in sync yet. `settled`: it is running and in sync with the other daemons. */
type DaemonState = "down" | "starting" | "up" | "settled";

/** The current state of a file system's daemons. */
export type Daemons = ReturnType<typeof followDaemons>;

/** The values from the definition that affect daemons. */
interface FileSystemRules {
  journals(): number;
  automaticFailover(): boolean;
}

interface Daemon {
  readonly process: Process;
  state: DaemonState;
  /** Whether all blocks of a data node that is being decommissioned are on other data nodes. Absent before the decommission begins. */
  decommissioned?: boolean;
}

/** The daemons of a file system, and what they depend on. */
interface DaemonsState {
  readonly store: Store;
  readonly world: World;
  readonly timers: Timers;
  readonly rules: FileSystemRules;
  readonly daemons: Map<string, Daemon>;
  readonly formats: SimulatedFormats;
  readonly election: Election;
}

/** Determines the states of a file system's daemons by observing the processes of a simulated world. */
export function followDaemons(store: Store, world: World, timers: Timers, rules: FileSystemRules) {
  const daemons = new Map<string, Daemon>();
  const formats = openSimulatedFormats(store);
  const election = followElection(
    store,
    timers,
    () => eligible(parts),
    (index) => {
      world.print(`name-${index}`, "INFO Became the active name node");
      world.print(`fc-${index}`, `INFO Made name-${index} active`);
    },
  );

  const parts: DaemonsState = { store, world, timers, rules, daemons, formats, election };
  const stopObserving = world.observe({
    started: (process) => {
      if (process.task === "node") startDaemon(parts, process);
      else startOnce(parts, process);
    },
    stopping: ({ task }) => (task === "node" ? STOP : 0),
    ended(process, ending) {
      if (process.task === "node") gone(parts, process, ending);
      else if (ending === "finished") formats.finished(process);
    },
    wiped: (volume) => formats.lost(volume),
    settled: () => election.check("killed"),
  });

  return {
    state: (node: string) => state(parts, node),
    active: election.active,
    /** The indexes of the name nodes that could become active. */
    eligible: (): readonly number[] => eligible(parts),
    formats,
    /** Copies the blocks of a leaving data node to other data nodes. Called repeatedly until all blocks are copied. */
    decommission: (node: string) => decommission(parts, node),
    isDecommissioning: (node: string) => daemons.get(node)?.decommissioned === false,
    close(): void {
      stopObserving();
      timers.close();
    },
  };
}

function state({ daemons }: DaemonsState, node: string): DaemonState {
  return daemons.get(node)?.state ?? "down";
}

function isUp(parts: DaemonsState, node: string): boolean {
  return state(parts, node) === "up" || state(parts, node) === "settled";
}

function inStep(parts: DaemonsState): number {
  const { rules } = parts;
  return Array.from({ length: rules.journals() }, (_, index) => `journal-${index}`).filter((node) => state(parts, node) === "settled")
    .length;
}

function hasQuorum(parts: DaemonsState): boolean {
  const { rules } = parts;
  return inStep(parts) > rules.journals() / 2;
}

function eligible(parts: DaemonsState): number[] {
  const { rules } = parts;
  return [0, 1].filter((index) => {
    if (state(parts, `name-${index}`) !== "settled" || !hasQuorum(parts)) return false;
    return rules.automaticFailover() ? isUp(parts, `fc-${index}`) : index === 0;
  });
}

function reach(
  { timers, daemons, election, world }: DaemonsState,
  daemon: Daemon,
  next: DaemonState,
  after: number,
  andThen: () => void = () => {},
): void {
  timers.after(after, () => {
    if (daemons.get(daemon.process.node) !== daemon) return;
    daemon.state = next;
    const { node, podType } = daemon.process;
    const words = next === "settled" ? settledWords[podType] : undefined;
    if (words !== undefined) world.print(node, `INFO ${words}`);
    election.check("planned");
    andThen();
  });
}

function startDaemon(parts: DaemonsState, process: Process): void {
  const { daemons, election, formats, world } = parts;
  const daemon: Daemon = { process, state: process.adopted ? "settled" : "starting" };
  daemons.set(process.node, daemon);
  if (process.adopted) {
    election.check("planned");
    return;
  }
  const settling = settlingTime(process, formats);
  reach(parts, daemon, "up", START, () => {
    const lastWords = startError(parts, process);
    if (lastWords === undefined) reach(parts, daemon, "settled", settling);
    else world.crash(process.taskId, lastWords);
  });
}

function startError({ formats }: DaemonsState, { podType, volume }: Process): string | undefined {
  if (podType !== "name" || formats.has(volume)) return undefined;
  return "java.io.IOException: NameNode is not formatted; replace the node, so that it fetches the namespace from the other name node";
}

/** Starts a one-shot task. The task fails if a daemon that it needs is not running. */
function startOnce(parts: DaemonsState, { task, podType, node, taskId }: Process): void {
  const { world, rules } = parts;
  if (podType !== "name") return;
  const other = node === "name-0" ? "name-1" : "name-0";
  if (task === "bootstrap" && !isUp(parts, other)) {
    world.crash(taskId, `the namespace cannot be fetched: ${other} is not running`);
  } else if (task === "format" && !hasQuorum(parts)) {
    world.crash(taskId, `the edits cannot be formatted: ${inStep(parts)} of ${rules.journals()} journals answer`);
  }
}

function gone(parts: DaemonsState, process: Process, ending: ProcessEnding): void {
  const { daemons, election } = parts;
  if (daemons.get(process.node)?.process !== process) return;
  daemons.delete(process.node);
  if (process.podType === "journal" && !hasQuorum(parts)) loseEdits(parts);
  election.check(departureOf(process, ending));
}

/** If the edits cannot be written to a majority of the journals, the process of the active name node ends, so that no edit is lost. */
function loseEdits(parts: DaemonsState): void {
  const { daemons, election, world, rules } = parts;
  const daemon = daemons.get(`name-${election.elected()}`);
  if (!daemon) return;
  world.crash(daemon.process.taskId, `the edits cannot be written: ${inStep(parts)} of ${rules.journals()} journals are in sync`);
}

function decommission({ daemons, timers }: DaemonsState, node: string): Readiness {
  // A node without a daemon has been stopped, so it copies no blocks. Before the node's volume is deleted, `mayLose` checks whether other
  // data nodes have the blocks.
  const daemon = daemons.get(node);
  if (!daemon || daemon.decommissioned) return READY;
  if (daemon.decommissioned === undefined) {
    daemon.decommissioned = false;
    timers.after(BLOCKS_COPIED, () => {
      daemon.decommissioned = true;
    });
  }
  return notReady("it is being decommissioned: its blocks are copied to other data nodes");
}

function departureOf({ podType }: Process, ending: ProcessEnding): Departure {
  if (ending !== "killed") return "planned";
  return podType === "fc" ? "session" : "killed";
}

/** Returns the milliseconds from the start of a daemon until it is in sync with the others. */
function settlingTime({ podType, node, volume }: Process, formats: SimulatedFormats): number {
  if (podType === "journal") return EDITS_ROLLED;
  if (podType === "name") return SAFE_MODE;
  if (podType === "data") return formats.movedBlocks(node, volume) ? BLOCKS_COPIED : BLOCK_REPORT;
  return 0;
}

const settledWords: Readonly<Record<string, string>> = {
  journal: "Has all edits of the other journals",
  name: "Left safe mode, and is in standby",
  data: "Sent its block report; all of its blocks have their copies",
  fc: "Watches its name node",
};

type SimulatedFormats = ReturnType<typeof openSimulatedFormats>;

/** Stores which formatting tasks have been completed, because a second formatting would destroy the namespace. */
function openSimulatedFormats(store: Store) {
  const isThere = (key: string) => store.get(key) === true;
  return {
    /** Whether the namespace has been created, and the journals have been formatted for its edits. */
    nameSpace: () => isThere("name-space"),
    /** Whether failover has been initialised in the coordination service. */
    failover: () => isThere("failover"),
    /** Whether a volume contains the namespace. */
    has: (volume: string | undefined) => volume !== undefined && isThere(`formatted/${volume}`),
    /** Whether a data node was launched on a volume without its blocks, which are expected on this volume from now on. */
    movedBlocks(node: string, volume: string | undefined): boolean {
      const before = store.get(`blocks/${node}`);
      if (before !== volume) store.write([[`blocks/${node}`, volume]]);
      return before !== undefined && before !== volume;
    },
    /** Called when a one-shot task has finished; stores what the task has formatted. */
    finished({ podType, volume }: Process): void {
      if (podType === "fc") store.write([["failover", true]]);
      else if (podType === "name")
        store.write([
          ["name-space", true],
          [`formatted/${volume}`, true],
        ]);
    },
    lost(volume: string): void {
      const blocks = [...store.entries("blocks/")].filter(([, where]) => where === volume);
      store.write([[`formatted/${volume}`, undefined], ...blocks.map(([key]): [string, string] => [key, "lost"])]);
    },
  };
}
