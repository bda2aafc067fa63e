import type { Clock, LaunchRequest, Placement } from "@reeve/orchestrator/runtime";
import { createOutput } from "./output.ts";
import { routineLines } from "./routine.ts";
import type { TrafficLevel } from "./traffic.ts";

/** What the engine of an instance knows of it. */
interface WorldRules {
  /** The instance's current definition, with the factor for all durations, and the traffic that the simulation makes by itself. */
  definition(): { readonly pace: number; readonly traffic: TrafficLevel };
  /** A node's memory limit in MB, and the bytes on its disk; what is undefined is not known. */
  sizeOf(node: string): { readonly memory?: number | undefined; readonly disk?: number | undefined };
}

export type World = ReturnType<typeof createWorld>;

/** Receives the events of processes, so that an engine can simulate what the processes do. */
interface ProcessObserver {
  started(process: Process): void;
  /** Called when a process is asked to shut down. Returns the time that this takes, in milliseconds at pace 1. */
  stopping(process: Process): number;
  ended(process: Process, ending: ProcessEnding): void;
  wiped(volume: string): void;
  settled(): void;
}

/** The processes of one instance: the runtime starts and ends them; the engine makes them behave like its nodes. */
function createWorld(clock: Clock) {
  const processes = new Map<string, Process>();
  const observers = new Set<ProcessObserver>();
  let rules: WorldRules = { definition: () => ({ pace: 1, traffic: "quiet" }), sizeOf: () => ({}) };
  let crashed: (taskId: string, lastWords: string) => void = () => {};
  let settled = false;
  const output = createOutput(clock, printRoutine);
  const printedUntil = new WeakMap<Process, number>();

  /** Prints what a node has done for its clients since the last call. Called only before a read, so that idle nodes cost nothing. */
  function printRoutine(node: string): void {
    const process = processes.get(node);
    if (process?.task !== "node") return;
    const now = clock.now();
    const lines = routineLines(process, rules.definition().traffic, printedUntil.get(process) ?? now, now);
    printedUntil.set(process, now);
    for (const { at, text } of lines) output.print(process, `INFO ${text}`, at);
  }

  function print(node: string, line: string): void {
    const process = processes.get(node);
    if (!process) return;
    printRoutine(node);
    output.print(process, line);
  }

  return {
    output: { read: output.read },
    /** Prints a line of a node. Nodes without a running process print nothing. */
    print,
    follow: (next: WorldRules): void => {
      rules = next;
    },
    pace: () => rules.definition().pace,
    traffic: () => rules.definition().traffic,
    sizeOf: (node: string) => rules.sizeOf(node),
    /** Reports events to an observer until the returned function is called. The processes that are already running are reported first. */
    observe(observer: ProcessObserver): () => void {
      observers.add(observer);
      for (const process of processes.values()) observer.started(process);
      if (settled) observer.settled();
      return () => observers.delete(observer);
    },
    /** Ends a process with an error message, as after a crash. */
    crash: (taskId: string, lastWords: string) => crashed(taskId, lastWords),
    /** The runtime calls this to start a process. */
    start(process: Process): void {
      processes.set(process.node, process);
      printedUntil.set(process, clock.now());
      const how = process.adopted ? "Continues" : "Starts";
      print(process.node, `INFO ${how}: ${process.command}. This is a simulation: no program runs, and nothing listens`);
      for (const observer of observers) observer.started(process);
    },
    /** Asks a process to shut down. Returns the time that this takes, in milliseconds at pace 1. */
    askToEnd: (process: Process): number => {
      print(process.node, "INFO Was asked to stop, and shuts down");
      return Math.max(0, ...[...observers].map((observer) => observer.stopping(process)));
    },
    end(process: Process, ending: ProcessEnding): void {
      if (processes.get(process.node) === process) {
        // A killed process prints nothing more.
        if (ending === "killed") printRoutine(process.node);
        else print(process.node, `INFO Has ${ending === "finished" ? "done its work" : "shut down"}`);
        processes.delete(process.node);
      }
      for (const observer of observers) observer.ended(process, ending);
    },
    /** Deletes the data of a volume. */
    wipe(volume: string): void {
      for (const observer of observers) observer.wiped(volume);
    },
    /** The runtime calls this after a restart, when it has reported all running processes. All others have ended. */
    settle(): void {
      settled = true;
      for (const observer of observers) observer.settled();
    },
    onCrash: (handler: typeof crashed): void => {
      crashed = handler;
    },
  };
}

export type Worlds = ReturnType<typeof createWorlds>;

/** The worlds of one simulation, by the name of the service instance. */
export function createWorlds() {
  const worlds = new Map<string, { readonly world: World; users: number }>();
  return {
    /** The world of an instance, which the first call creates. The world is deleted when all callers have closed it. */
    open(instance: string, clock: Clock): World {
      const entry = worlds.get(instance) ?? { world: createWorld(clock), users: 0 };
      entry.users++;
      worlds.set(instance, entry);
      return entry.world;
    },
    close(instance: string): void {
      const entry = worlds.get(instance);
      if (entry && --entry.users === 0) worlds.delete(instance);
    },
  };
}

/** A simulated process, which exists while its task runs. */
export interface Process extends Pick<LaunchRequest, "taskId" | "node" | "podType" | "task"> {
  /** The command of the task. It tells the engine what to simulate. */
  readonly command: string;
  /** The volume with the node's data. If the node's process starts on a different volume, the data is lost. */
  readonly volume: string | undefined;
  readonly placement: Placement;
  /** Whether the process was already running before the service started. If so, the engine does not simulate a start. */
  readonly adopted: boolean;
}

/**
 * How a process ended. `finished`: a one-shot task has done its work. `stopped`: the process was asked to shut down and did so. `killed`:
 * the process ended in any other way.
 */
export type ProcessEnding = "finished" | "stopped" | "killed";
