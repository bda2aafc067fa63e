import { type AddressInfo, createServer, type Socket } from "node:net";
import { answer, type Fault } from "./faults.ts";

export interface FaultServer extends AsyncDisposable {
  readonly url: string;
  /** How many requests the server has read. Requests to `/warm` do not count; their answers tell whether the
   * connection was kept. */
  reached(): number;
}

/** A server that applies a fault to each request. It reads raw bytes, so that it sees every request. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
  let reached = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    let received = "";
    let isKept = false;
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
      for (let request = firstRequest(received); request; request = firstRequest(received)) {
        received = received.slice(request.length);
        if (request.startsWith("GET /warm ")) {
          socket.write(answer("200 OK", isKept ? "[1]" : "[]"));
          isKept = true;
        } else fault(socket, ++reached, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: () => reached,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first complete request in the received text, including its body. */
function firstRequest(received: string): string | undefined {
  const [head] = /^[A-Z]+ \S+ HTTP\/1\.1\r\n[\s\S]*?\r\n\r\n/.exec(received) ?? [];
  if (head === undefined) return undefined;
  const end = head.length + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
  if (received.length < end) return undefined;
  // A chunked body ends with an empty chunk.
  if (!/^transfer-encoding: chunked\r$/im.test(head)) return received.slice(0, end);
  const last = received.indexOf("0\r\n\r\n", head.length);
  return last === -1 ? undefined : received.slice(0, last + 5);
}
