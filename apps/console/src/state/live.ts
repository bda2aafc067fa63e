import { signal } from "@preact/signals";
import { readEvents } from "@reeve/client";
import { applyEvent, type KnownCluster } from "./cluster.ts";
import { type ConsoleSession, expire } from "./session.ts";

/** The state of the event stream: `waiting` until all initial events have arrived, and `lost` while the service does not answer. */
type EventConnection =
  | { readonly state: "waiting" }
  | { readonly state: "live" }
  | { readonly state: "lost"; readonly since: Date; readonly why: string };

export const connection = signal<EventConnection>({ state: "waiting" });

let cluster: KnownCluster = new Map();
const version = signal(0);

/** The state of the cluster as the events have described it. A view that calls this function is drawn again when the state changes. */
export function known(): KnownCluster {
  void version.value;
  return cluster;
}

/**
 * The connection counts as lost after this many milliseconds without any data. The service sends something at least every fifteen seconds.
 */
const SILENCE = 35_000;

/** Pause in milliseconds before the first attempt to reconnect. The pause grows with each failure. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 10_000;

/** Follows the service's events until the signal is aborted, and reconnects after failures. */
export async function followEvents(login: ConsoleSession["headers"], signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  let pause = FIRST_PAUSE;
  cluster = new Map();
  connection.value = { state: "waiting" };
  while (!signal.aborted) {
    const silence = new AbortController();
    const why = await listen(login, last, AbortSignal.any([signal, silence.signal]), silence, (id) => {
      last = id ?? last;
      pause = FIRST_PAUSE;
    }).catch((error: unknown) => (error instanceof Error ? error.message : "no answer"));
    if (signal.aborted || why === "refused") return;
    connection.value = lostSince(connection.peek(), why);
    await sleep(pause, signal);
    pause = Math.min(pause * 2, MAX_PAUSE);
  }
}

function lostSince(before: EventConnection, why: string): EventConnection {
  return { state: "lost", since: before.state === "lost" ? before.since : new Date(), why };
}

async function listen(
  login: ConsoleSession["headers"],
  last: string | undefined,
  signal: AbortSignal,
  silence: AbortController,
  onSign: (id: string | undefined) => void,
): Promise<string> {
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  // After a reset the whole state arrives again. The old state is shown until then, so that no view disappears for a moment.
  let next = cluster;
  try {
    const headers = { ...login, ...(last !== undefined && { "last-event-id": last }) };
    const answer = await fetch("/reeve/v1/events", { headers, signal });
    if (answer.status === 401) {
      expire();
      return "refused";
    }
    if (!answer.ok || !answer.body) return `the service answers ${answer.status}`;
    for await (const event of readEvents(answer.body)) {
      alive();
      onSign(event?.id);
      if (!event) continue;
      if (event.name === "reset") next = new Map();
      applyEvent(next, event);
      if (event.name === "ready") {
        cluster = next;
        connection.value = { state: "live" };
      }
      drawSoon();
    }
    return "the service ended the connection";
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds for which events are collected before they are drawn: at first, and while events keep coming. */
const FIRST_DRAW = 30;
const NEXT_DRAW = 100;

let isDue = false;
let drawnAt = 0;

/** Draws the page once for all events that arrive together, and at most ten times a second: a large rollout causes hundreds of events. */
function drawSoon(): void {
  if (isDue) return;
  isDue = true;
  const draw = () => {
    isDue = false;
    drawnAt = performance.now();
    version.value++;
  };
  // A timer is used, because animation frames stop while the page is hidden.
  setTimeout(draw, Math.max(FIRST_DRAW, drawnAt + NEXT_DRAW - performance.now()));
}

/** Waits for some milliseconds, or until the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
