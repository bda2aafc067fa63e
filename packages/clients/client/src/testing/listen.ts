import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Double } from "./double.ts";

/** A test double that listens on this machine. */
interface ListeningDouble {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a test double on a free port on this machine, for code that cannot be given a `fetch`. */
export async function listen(double: Double): Promise<ListeningDouble> {
  // The connection is closed if the double simulates an unreachable server, or if the client has disconnected.
  const server = createServer((incoming, outgoing) => {
    relay(double, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

async function relay(double: Double, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const answer = await double.fetch(double.url + incoming.url, { method, headers, ...body });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}
