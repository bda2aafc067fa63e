import { run } from "../src/run.ts";
import { thisProcess } from "../src/this-process.ts";

// A command line whose input never comes, and that waits for nothing that would keep Node going.
void run(process.argv.slice(2), { ...thisProcess(), readInput: () => new Promise(() => undefined) }).then((code) => {
  process.exitCode = code;
});
