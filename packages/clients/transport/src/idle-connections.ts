/** Detects unsolicited data on idle connections before they are used again. */
export interface IdleConnections {
  /** Gives the platform time to read data that has arrived. The platform then closes connections with unsolicited data. */
  beforeSending(): Promise<void>;
  /** Called after each response. */
  answered(): void;
}

/**
 * While the process is busy, data from servers waits unread. If unsolicited data on an idle connection is read after the next request was
 * sent, Node takes it for the response to that request. If the data is read before, Node closes the connection. The check takes a few
 * microseconds, and is skipped for a request that directly follows a response.
 */
export function watchIdleConnections(now: () => number = () => performance.now()): IdleConnections {
  let last = Number.NEGATIVE_INFINITY;
  return {
    beforeSending: async () => {
      if (now() - last < AT_ONCE) return;
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
    answered: () => {
      last = now();
    },
  };
}

/** A request directly follows a response if it comes within this many milliseconds. */
const AT_ONCE = 1;

/** How many turns of the event loop to wait. One turn may end before the platform reads from its sockets, so two are needed. */
const TURNS = 2;
