import { randomUUID } from "node:crypto";
import type { Clock, Orchestrator } from "@reeve/orchestrator";
import { createEventLog } from "./event-log.ts";
import { observeInstances } from "./observe-instances.ts";

/** The changes of all instances, for any number of watchers. Without watchers nothing is observed. */
export interface Events {
  /**
   * Server-sent events: those after the given id if it is known, otherwise the whole current state. Ends with the signal, or when the
   * reader stops.
   */
  watch(options: WatchOptions): AsyncIterable<Uint8Array>;
  /** The events after an id, as soon as there are any, or after some seconds without. `next` is the id to continue from. */
  wait(options: WaitOptions): Promise<{ readonly bytes: Uint8Array; readonly next: string }>;
  /** Instances may have been added or removed. */
  check(): void;
}

interface WatchOptions {
  /** The id of the last event that the watcher has, or `now` for those that come from now on. */
  readonly after?: string | undefined;
  /** Only events of this instance. */
  readonly service?: string | undefined;
  readonly signal: AbortSignal;
}

interface WaitOptions extends WatchOptions {
  readonly seconds: number;
}

/** Milliseconds between two comments, by which both sides notice a lost connection. */
const HEARTBEAT = 15_000;

export function openEvents(orchestrator: Pick<Orchestrator, "instances">, clock: Clock): Events {
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

  function enter(watcher: () => void): () => void {
    watchers.add(watcher);
    if (watchers.size === 1) {
      observer.begin();
      beat();
    }
    return () => {
      if (!watchers.delete(watcher) || watchers.size > 0) return;
      observer.end();
      cancelBeat?.();
    };
  }

  /** The id to continue from; undefined if the watcher must start anew. */
  function resume(after: string | undefined): number | undefined {
    if (after === "now") return log.latest();
    const id = after === undefined ? Number.NaN : log.read(after);
    return log.covers(id) ? id : undefined;
  }

  async function* pieces({ after, service, signal }: WatchOptions): AsyncGenerator<Piece, void, void> {
    let rouse = () => {};
    const watcher = () => rouse();
    const leave = enter(watcher);
    signal.addEventListener("abort", watcher);
    try {
      const from = resume(after);
      let last = from ?? 0;
      let isReady = false;
      let sentBeats = beats;
      yield from === undefined ? { kind: "reset", bytes: RESET, last } : { kind: "resumed", bytes: RESUMED, last };
      while (!signal.aborted) {
        const batch = log.after(last, service);
        if (batch) {
          last = batch.to;
          if (batch.bytes.length > 0) yield { kind: "events", bytes: batch.bytes, last };
        } else if (!isReady) {
          isReady = true;
          yield { kind: "ready", bytes: encoder.encode(`id: ${log.write(last)}\nevent: ready\ndata: {}\n\n`), last };
        } else if (sentBeats !== beats) {
          sentBeats = beats;
          yield { kind: "alive", bytes: ALIVE, last };
        } else {
          await new Promise<void>((resolve) => {
            rouse = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener("abort", watcher);
      leave();
    }
  }

  return {
    watch: (options) => ({
      [Symbol.asyncIterator]: () => {
        const stop = new AbortController();
        const stream = pieces({ ...options, signal: AbortSignal.any([options.signal, stop.signal]) });
        return {
          next: async () => {
            const { done, value } = await stream.next();
            return done ? { done, value: undefined } : { value: value.bytes };
          },
          // A reader that stops does not wait for the next event.
          return: async () => {
            stop.abort();
            await stream.return();
            return { done: true, value: undefined };
          },
        };
      },
    }),
    wait: async ({ seconds, signal, ...options }) => {
      const over = new AbortController();
      const cancel = clock.after(seconds * 1000, () => over.abort());
      const found: Uint8Array[] = [];
      let next = 0;
      let isReady = false;
      for await (const { kind, bytes, last } of pieces({
        ...options,
        signal: AbortSignal.any([signal, over.signal]),
      })) {
        next = last;
        if (kind === "ready") isReady = true;
        if (kind === "reset" || kind === "events") found.push(bytes);
        if (isReady && (found.length > 0 || seconds === 0)) break;
      }
      cancel();
      return { bytes: Buffer.concat(found), next: log.write(next) };
    },
    check: observer.check,
  };
}

/** A part of a watcher's stream, and the id of its last event so far. */
interface Piece {
  readonly kind: "reset" | "resumed" | "events" | "ready" | "alive";
  readonly bytes: Uint8Array;
  readonly last: number;
}

const encoder = new TextEncoder();

/** Milliseconds after which a browser reconnects. */
const RETRY = "retry: 2000\n";
const RESET = encoder.encode(`${RETRY}event: reset\ndata: {}\n\n`);
const RESUMED = encoder.encode(`${RETRY}\n`);
const ALIVE = encoder.encode(": still there\n\n");
