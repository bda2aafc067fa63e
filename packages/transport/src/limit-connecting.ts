import type { ClientRequest } from "node:http";

/** The same connect timeout as `fetch`. */
const CONNECT_LIMIT = 10_000;

/** A connection attempt that gets no reply ends before the whole attempt does: a retry may reach another address. */
export function limitConnecting(request: ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const giveUp = () =>
      socket.destroy(Object.assign(new Error("no connection was established"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(giveUp, CONNECT_LIMIT);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop).once("close", stop);
  });
}
