import type { ClientRequest } from "node:http";

/** As long as `fetch` waits for a connection. */
const CONNECT_LIMIT = 10_000;

/** A way that swallows everything is given up before the attempt is: another try may find a better one. */
export function limitConnecting(request: ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const giveUp = () => socket.destroy(Object.assign(new Error("no connection came about"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(giveUp, CONNECT_LIMIT);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop).once("close", stop);
  });
}
