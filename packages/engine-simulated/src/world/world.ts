import type { Ending, Process } from "./process.ts";

/** The processes of one service instance: the runtime starts and ends them, the engine makes them behave like brokers, database nodes or daemons. */
export interface World {
  /** The factor for all durations, as the instance's definition says. */
  pace(): number;
  setPace(pace: () => number): void;
  /** Reports events, starting with the processes that run already, until the returned function is called. */
  observe(observer: Observer): () => void;
  /** Ends a process with an error message, as a crash does. */
  crash(taskId: string, lastWords: string): void;

  // Called by the runtime.
  start(process: Process): void;
  /** Asks a process to end; returns how many milliseconds (at pace 1) a proper end takes. */
  askToEnd(process: Process): number;
  end(process: Process, ending: Ending): void;
  /** The volume's data is lost. */
  wipe(volume: string): void;
  /** All processes that survived the service have been reported: others do not run. */
  settle(): void;
  onCrash(handler: (taskId: string, lastWords: string) => void): void;
}

/** An engine that simulates how processes behave. */
export interface Observer {
  started(process: Process): void;
  /** It was asked to end; returns how many milliseconds (at pace 1) that takes. */
  stopping(process: Process): number;
  ended(process: Process, ending: Ending): void;
  wiped(volume: string): void;
  settled(): void;
}

/** Makes an empty world. */
export function createWorld(): World {
  const processes = new Map<string, Process>();
  const observers = new Set<Observer>();
  let pace = () => 1;
  let crashed: (taskId: string, lastWords: string) => void = () => {};
  let settled = false;

  return {
    pace: () => pace(),
    setPace: (ask) => {
      pace = ask;
    },
    observe(observer) {
      observers.add(observer);
      for (const process of processes.values()) observer.started(process);
      if (settled) observer.settled();
      return () => observers.delete(observer);
    },
    crash: (taskId, lastWords) => crashed(taskId, lastWords),
    start(process) {
      processes.set(process.node, process);
      for (const observer of observers) observer.started(process);
    },
    askToEnd: (process) => Math.max(0, ...[...observers].map((observer) => observer.stopping(process))),
    end(process, ending) {
      if (processes.get(process.node) === process) processes.delete(process.node);
      for (const observer of observers) observer.ended(process, ending);
    },
    wipe(volume) {
      for (const observer of observers) observer.wiped(volume);
    },
    settle() {
      settled = true;
      for (const observer of observers) observer.settled();
    },
    onCrash: (handler) => {
      crashed = handler;
    },
  };
}
