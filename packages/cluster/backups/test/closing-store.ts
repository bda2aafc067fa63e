/**
 * Downloads objects from a store that closes each connection in the middle of a body, while the body is read slowly. Ends with exit code 0
 * if all downloads fail with a readable error. Run by `closing-store.test.ts` as a process of its own, because what it looks for ends the
 * process.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { isReeveError } from "@reeve/contract";
import { objectStores } from "../src/index.ts";

const runs = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "reeve-closing-store-"));
const { signal } = new AbortController();
/** The size that the store announces, and how much it sends before it closes the connection. */
const [ANNOUNCED, SENT] = [4_000_000, 1_000_000];
const AT_ONCE = 8;

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => send(socket));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the store has no port");
const open = objectStores({ endpoint: `http://127.0.0.1:${address.port}` });
const bucket = await open("s3://backups", { accessKey: "a", secretKey: "s" });

let count = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, worker) => {
    for (let run = worker; run < runs; run += AT_ONCE) {
      const failure = await (run % 2 === 0 ? read() : download(worker)).catch((error: unknown) => error);
      if (!isReeveError(failure, "server-failure")) throw new Error("a cut body did not fail", { cause: failure });
      count++;
    }
  }),
);
console.log(`${count} bodies were cut`);
server.close();
rmSync(folder, { recursive: true });

function send(socket: Socket): void {
  // Many stores announce that they will close the connection, for example when they shut down.
  socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${ANNOUNCED}\r\n\r\n`);
  socket.write(Buffer.alloc(SENT));
  socket.end();
}

async function read(): Promise<void> {
  for await (const piece of (await bucket.getContent("object", signal)) ?? []) {
    // The reader is slow, so that the body is paused when the connection closes.
    for (let turns = 0; turns < 20 + (piece.length % 7); turns++) await turn();
  }
}

async function download(worker: number): Promise<void> {
  await bucket.getFile("object", join(folder, String(worker)), signal);
}
