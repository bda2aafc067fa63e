import type { Effect } from "@reeve/contract";

/** Detects unsolicited data on kept connections before they are used again. */
export interface IdleConnections {
  /** Lets the platform read what has arrived, and close the connections on which it did. */
  beforeSending(effect: Effect): Promise<void>;
  /** To be called after each answer. */
  answered(): void;
}

/**
 * While this process is busy, data from servers waits unread. On a kept connection it would be read after the next request went out, and
 * taken for its answer. If it is read before, Node closes the connection. A read that directly follows an answer skips this check, which
 * takes a few microseconds.
 */
export function watchIdleConnections(now: () => number = () => performance.now()): IdleConnections {
  let last = Number.NEGATIVE_INFINITY;
  return {
    beforeSending: async (effect) => {
      if (effect === "read" && now() - last < AT_ONCE) return;
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
    answered: () => {
      last = now();
    },
  };
}

/** Milliseconds. */
const AT_ONCE = 1;

/** One turn is not enough: it may end before the platform reads from its sockets. */
const TURNS = 2;
