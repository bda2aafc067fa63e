import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";

/** How the calls to a closing server ended. */
export interface Endings {
  whole: number;
  failed: number;
  /** Errors that are not ours, and answers that are not whole. */
  readonly other: unknown[];
}

const names = [randomBytes(300_000).toString("hex")];
const plain = Buffer.from(JSON.stringify(names));
const packed = gzipSync(plain);

/**
 * Calls a server that closes the connection together with the last bytes of an answer, or in the middle of it, while this program is busy,
 * so that bodies wait for their reader. `make` creates a client of the server and returns one call.
 */
export async function callClosingServer(count: number, make: (url: string) => () => Promise<unknown>): Promise<Endings> {
  let served = 0;
  const server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .on("data", () => {
        const number = served++;
        const body = number % 2 ? packed : plain;
        const headers = [
          "content-type: application/json",
          ...(body === packed ? ["content-encoding: gzip"] : []),
          // Without a length, the end of the connection is the end of the body.
          number % 8 < 4 ? "connection: close" : `content-length: ${body.length}`,
        ];
        socket.write(`HTTP/1.1 200 OK\r\n${headers.join("\r\n")}\r\n\r\n`);
        socket.end(number % 4 < 2 ? body : body.subarray(0, Math.floor(Math.random() * body.length)));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const call = make(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const endings: Endings = { whole: 0, failed: 0, other: [] };
  const busy = setInterval(() => {
    for (const until = performance.now() + 5; performance.now() < until; );
  }, 2);
  let begun = 0;
  const lane = async () => {
    while (begun++ < count) {
      await call().then(
        (value) => {
          if (JSON.stringify(value) === JSON.stringify(names)) endings.whole++;
          else endings.other.push("another value");
        },
        (thrown: unknown) => {
          if (thrown instanceof Error && thrown.name === "ReeveError") endings.failed++;
          else endings.other.push(thrown);
        },
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  clearInterval(busy);
  server.close();
  return endings;
}
