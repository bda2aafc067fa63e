/** A read directly follows a response if it comes within this many milliseconds. */
const AT_ONCE = 1;

/**
 * Detects unsolicited data on idle connections. While the process is busy, data from servers waits unread. If it is read after the next
 * request was sent, Node takes it for the response to that request. If it is read before, Node closes the connection. So the platform gets
 * two turns to read before a request is sent (one may end before it reads from its sockets), unless the request directly follows a
 * response.
 */
export function watchIdleConnections(now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    beforeSending: async (): Promise<void> => {
      if (now() - last < AT_ONCE) return;
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Called after each response. */
    answered: (): void => {
      last = now();
    },
  };
}
