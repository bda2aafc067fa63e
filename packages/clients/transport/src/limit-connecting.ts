import type { ClientRequest } from "node:http";

/** The connect timeout in milliseconds, the same as that of `fetch`. */
const CONNECT_LIMIT = 10_000;

/**
 * Aborts a connection attempt that gets no reply. This happens before the timeout of the whole attempt, because a retry may reach another
 * address.
 */
export function limitConnecting(request: ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const expire = () =>
      socket.destroy(Object.assign(new Error("no connection was established"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(expire, CONNECT_LIMIT);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop).once("close", stop);
  });
}
