import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A server in its own thread, which keeps running while this thread is blocked. */
export interface StrayServer extends AsyncDisposable {
  readonly url: string;
  /** Makes the server send an unsolicited answer on every connection; blocks until it is sent. */
  stray(): void;
}

export async function startStrayServer(): Promise<StrayServer> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(program, { eval: true, workerData: shared });
  const [port] = await once(worker, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    stray: () => {
      Atomics.store(shared, ASKED, 1);
      Atomics.notify(shared, ASKED);
      Atomics.wait(shared, SENT, 0);
      // Even on loopback, the data arrives a moment after it was sent.
      Atomics.wait(shared, SENT, 1, 300);
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

const ASKED = 0;
const SENT = 1;

const program = `
const { createServer } = require("node:net");
const { parentPort, workerData } = require("node:worker_threads");
const answer = (text) => {
  const body = JSON.stringify([text]);
  return "HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: " + body.length + "\\r\\n\\r\\n" + body;
};
const open = new Set();
const server = createServer((socket) => {
  open.add(socket);
  socket.on("error", () => undefined).on("close", () => open.delete(socket));
  socket.on("data", (data) => socket.write(answer(/^[A-Z]+ ([^ ?]+)/.exec(String(data))[1])));
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
Atomics.waitAsync(workerData, ${ASKED}, 0).value.then(async () => {
  for (const socket of open) await new Promise((resolve) => socket.write(answer("stray"), resolve));
  Atomics.store(workerData, ${SENT}, 1);
  Atomics.notify(workerData, ${SENT});
});
`;
