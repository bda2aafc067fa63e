// Runs cells on whichever platform it is started: lines of JSON come in, each with an id, an address, a request and a line; endings go out.
import { createInterface } from "node:readline";
import { nodeAdapter } from "../../src/node-adapter.ts";
import { runCell } from "./cell.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, request, timeout, adapter } = JSON.parse(line);
  runCell(url, request, adapter === "node" ? nodeAdapter : undefined, timeout).then((ending) => {
    console.log(JSON.stringify({ id, ending }));
  });
}
