// Runs cells on the platform that runs this program. Reads lines of JSON, each with an id, an address, a request and an adapter, and writes
// the results.
import { createInterface } from "node:readline";
import { nodeAdapter } from "../../src/node-adapter.ts";
import { runCell } from "./cell.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, request, timeout, adapter } = JSON.parse(line);
  runCell(url, request, adapter === "node" ? nodeAdapter : undefined, timeout).then((ending) => {
    console.log(JSON.stringify({ id, ending }));
  });
}
