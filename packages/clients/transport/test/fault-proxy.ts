import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A fault of a connection. */
export type Fault =
  | { readonly kind: "none" }
  | { readonly kind: "delay"; readonly milliseconds: number }
  | { readonly kind: "refuse" }
  | { readonly kind: "reset after request" }
  | { readonly kind: "cut after bytes"; readonly bytes: number }
  | { readonly kind: "garbage" }
  | { readonly kind: "silence" };

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
}

/** A proxy between client and server that applies the given faults to connections in order. */
export async function startFaultProxy(target: string, faults: readonly Fault[]): Promise<FaultProxy> {
  const { port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    const fault = faults[Math.min(count++, faults.length - 1)] ?? { kind: "none" };
    keep(client);
    if (fault.kind === "refuse") client.resetAndDestroy();
    else if (fault.kind === "silence") client.resume();
    else if (fault.kind === "garbage") client.once("data", () => client.end("\u0000\u0001 this is not HTTP\r\n\r\n"));
    else through(client, fault);
  });

  function through(client: Socket, fault: Fault): void {
    const upstream = connect(Number(targetPort), "127.0.0.1");
    keep(upstream);
    client.on("data", (chunk) => {
      const pass = () => upstream.write(chunk);
      if (fault.kind === "delay") setTimeout(pass, fault.milliseconds);
      else pass();
    });
    let passed = 0;
    upstream.on("data", (chunk) => {
      if (fault.kind === "reset after request") client.resetAndDestroy();
      else if (fault.kind !== "cut after bytes") client.write(chunk);
      else {
        client.write(chunk.subarray(0, Math.max(0, fault.bytes - passed)));
        passed += chunk.length;
        if (passed >= fault.bytes) client.end();
      }
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.end());
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
