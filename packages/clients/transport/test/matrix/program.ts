// Runs cells and races on the platform that runs this program: reads lines of JSON, each with an id, and writes the results.
import { createInterface } from "node:readline";
import { runWork } from "./work.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...work } = JSON.parse(line);
  runWork(work).then((ending) => console.log(JSON.stringify({ id, ending })));
}
