import { randomUUID } from "node:crypto";
import type { Clock } from "@reeve/orchestrator";
import type { Receiver } from "../http/message.ts";
import { createEventLog, type EventLog } from "./event-log.ts";
import { type Observed, observeInstances } from "./observe-instances.ts";

type Position = {
  /** The id of the last event that the watcher got, or `now` for new events only. */
  readonly after?: string | undefined;
  /** The name of the instance whose events the watcher wants; by default all instances. */
  readonly service?: string | undefined;
};

type WatchOptions = Position & { readonly signal: AbortSignal };
type WaitOptions = WatchOptions & { readonly seconds: number };

/** The interval in milliseconds between comments in the stream, by which both sides notice a lost connection. */
const HEARTBEAT = 15_000;

/** Sends the changes of all instances to any number of watchers. Instances are only observed while there are watchers. */
export function openEvents(orchestrator: Observed, clock: Clock) {
  const log = createEventLog(randomUUID().slice(0, 8));
  const watchers = new Set<() => void>();
  let beats = 0;
  let cancelBeat: (() => void) | undefined;
  const wake = () => {
    for (const each of [...watchers]) each();
  };
  const observer = observeInstances(orchestrator, log, clock, wake);

  function beat(): void {
    cancelBeat = clock.after(HEARTBEAT, () => {
      beats++;
      wake();
      beat();
    });
  }

  /** The id after which a watcher continues; undefined if the watcher must start again. */
  function resume(after: string | undefined): number | undefined {
    if (after === "now") return log.latest();
    const id = after === undefined ? Number.NaN : log.read(after);
    return log.covers(id) ? id : undefined;
  }

  /**
   * Adds a watcher. Its `next()` returns the pieces of the stream one by one, and `wakeWatcher` is called when there may be more pieces.
   */
  function enter({ after, service }: Position, wakeWatcher: () => void): Watcher {
    if (watchers.size === 0) {
      observer.begin();
      beat();
    }
    watchers.add(wakeWatcher);
    const from = resume(after);
    let last = from ?? 0;
    let hasBegun = false;
    let isReady = false;
    let sentBeats = beats;
    return {
      next: () => {
        if (!hasBegun) {
          hasBegun = true;
          return from === undefined ? { kind: "reset", bytes: RESET, last } : { kind: "resumed", bytes: RESUMED, last };
        }
        for (let batch = log.after(last, service); batch; batch = log.after(last, service)) {
          last = batch.to;
          if (batch.bytes.length > 0) return { kind: "events", bytes: batch.bytes, last };
        }
        if (!isReady) {
          isReady = true;
          return { kind: "ready", bytes: Buffer.from(`id: ${log.write(last)}\nevent: ready\ndata: {}\n\n`), last };
        }
        if (sentBeats === beats) return undefined;
        sentBeats = beats;
        return { kind: "alive", bytes: ALIVE, last };
      },
      leave: () => {
        if (!watchers.delete(wakeWatcher) || watchers.size > 0) return;
        observer.end();
        cancelBeat?.();
      },
    };
  }

  return {
    /**
     * Writes server-sent events: the events after the given id if the log still has them, otherwise the whole current state. The stream
     * ends when the signal is aborted or the receiver closes.
     */
    watch: (options: WatchOptions, to: Receiver) => stream(enter, options, to),
    /** Long polling: the events after an id as soon as there are any, or none after some seconds; and the id to continue from. */
    wait: (options: WaitOptions) => collect(enter, log, clock, options),
    /** Checks whether instances have been added or removed. */
    check: observer.check,
  };
}

type Enter = (position: Position, wake: () => void) => Watcher;

function stream(enter: Enter, { signal, ...position }: WatchOptions, to: Receiver): Promise<void> {
  return new Promise((resolve) => {
    let takesMore = true;
    const flow = () => {
      while (takesMore) {
        const piece = watcher.next();
        if (!piece) return;
        takesMore = to.write(piece.bytes);
      }
    };
    const leave = () => {
      signal.removeEventListener("abort", end);
      watcher.leave();
    };
    const end = () => {
      leave();
      takesMore = false;
      to.end();
    };
    to.on("drain", () => {
      takesMore = !signal.aborted;
      flow();
    });
    to.on("close", () => {
      leave();
      resolve();
    });
    // A disconnected watcher is not an error.
    to.on("error", () => undefined);
    signal.addEventListener("abort", end);
    const watcher = enter(position, flow);
    if (signal.aborted) end();
    else flow();
  });
}

function collect(enter: Enter, log: EventLog, clock: Clock, options: WaitOptions) {
  const { seconds, signal, ...position } = options;
  return new Promise<{ readonly bytes: Uint8Array; readonly next: string }>((resolve) => {
    const events: Uint8Array[] = [];
    let next = 0;
    let isReady = false;
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      watcher.leave();
      resolve({ bytes: Buffer.concat(events), next: log.write(next) });
    };
    const take = () => {
      for (let piece = watcher.next(); piece; piece = watcher.next()) {
        next = piece.last;
        if (piece.kind === "ready") isReady = true;
        if (piece.kind === "reset" || piece.kind === "events") events.push(piece.bytes);
        if (isReady && (events.length > 0 || seconds === 0)) return end();
      }
    };
    const cancel = clock.after(seconds * 1000, end);
    signal.addEventListener("abort", end);
    const watcher = enter(position, take);
    if (signal.aborted) end();
    else take();
  });
}

/** Reads the events for one client: `next()` returns the next piece, and `leave()` ends the reader. */
interface Watcher {
  /** The next piece; undefined while there is none. */
  next(): Piece | undefined;
  leave(): void;
}

/** A part of a watcher's stream, with the id of its last event. */
interface Piece {
  readonly kind: "reset" | "resumed" | "events" | "ready" | "alive";
  readonly bytes: Uint8Array;
  readonly last: number;
}

/** Tells browsers how many milliseconds to wait before they reconnect. */
const RETRY = "retry: 2000\n";
const RESET = Buffer.from(`${RETRY}event: reset\ndata: {}\n\n`);
const RESUMED = Buffer.from(`${RETRY}\n`);
const ALIVE = Buffer.from(": still there\n\n");
