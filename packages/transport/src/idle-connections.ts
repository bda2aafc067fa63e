import type { Effect } from "@reeve/contract";

/** Sees what came unasked on kept connections before one of them is used again. */
export interface IdleConnections {
  /** Lets the platform read what came, and close the connections on which it did. */
  beforeSending(effect: Effect): Promise<void>;
  /** To be called when an answer has come. */
  answered(): void;
}

/**
 * While this process is busy, what servers send waits unread. On a kept connection it would be read right after the next request went out, and
 * be taken for its answer. Read before, Node closes the connection. It costs a few microseconds, which reads that follow an answer at once are
 * spared: nothing can have waited for long.
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

/** The first may come before anything is read, where it is asked for while the platform hands out what it read before. */
const TURNS = 2;
