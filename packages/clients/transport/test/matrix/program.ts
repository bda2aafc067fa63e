// Runs cells on the platform that runs this program. Reads lines of JSON, each with an id, an address, a request and a timeout, and writes
// the results.
import { createInterface } from "node:readline";
import { runCell } from "./cell.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, url, request, timeout } = JSON.parse(line);
  runCell(url, request, timeout).then((ending) => {
    console.log(JSON.stringify({ id, ending }));
  });
}
