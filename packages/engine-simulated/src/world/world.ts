import type { Ending, Process } from "./process.ts";

/** Where the processes of one service instance live: the runtime starts and ends them, the engine makes them behave as brokers do. */
export interface World {
  /** How long everything takes, as a factor: what the instance's definition says. */
  pace(): number;
  setPace(pace: () => number): void;
  /** Tells what happens, beginning with what runs already, until the function that it gives is called. */
  observe(observer: Observer): () => void;
  /** Ends a process with its last words, as a crash does. */
  crash(taskId: string, lastWords: string): void;

  // What the runtime tells.
  start(process: Process): void;
  /** Asks a process to end; gives the milliseconds (at pace 1) that it takes to do so properly. */
  askToEnd(process: Process): number;
  end(process: Process, ending: Ending): void;
  /** A volume has lost what was on it. */
  wipe(volume: string): void;
  /** What ran when the service ended is known from here on: what has not been started again does not run. */
  settle(): void;
  onCrash(handler: (taskId: string, lastWords: string) => void): void;
}

/** Whoever makes processes behave. */
export interface Observer {
  started(process: Process): void;
  /** It was asked to end; gives the milliseconds (at pace 1) that it takes. */
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
