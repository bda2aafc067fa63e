import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Finds consecutive ports of this machine that are free. They are not reserved. */
export async function freePorts(count: number): Promise<readonly number[]> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 9000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const servers = await Promise.all(ports.map(listen));
    for (const server of servers) server?.close();
    if (servers.every((server) => server !== undefined)) return ports;
  }
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
}
