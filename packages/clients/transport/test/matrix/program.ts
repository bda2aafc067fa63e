// Runs cells and races on the platform that runs this program. Reads lines of JSON, each with an id, an address, and either a cell or the
// number of a race's change, and writes the results.
import { createInterface } from "node:readline";
import { createTransport } from "../../src/transport.ts";
import { runCell } from "./cell.ts";
import { runRace } from "./races.ts";

const transports = new Map<string, ReturnType<typeof createTransport>>();

for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, request, timeout, warm, change } = JSON.parse(line);
  const shared = transports.get(url) ?? createTransport({ url });
  transports.set(url, shared);
  const work = change === undefined ? runCell(url, request, timeout, warm) : runRace(shared, change);
  work.then((ending) => console.log(JSON.stringify({ id, ending })));
}
