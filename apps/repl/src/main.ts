#!/usr/bin/env node
import { writeSync } from "node:fs";

const OLDEST = 24;

// An older Node would fail later, with a stack trace.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  writeSync(2, `error: the shell needs Node ${OLDEST} or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  // Node exits with 0 when nothing is left to run, even if the work is not done.
  const endUnsettled = () => {
    writeSync(2, "error: the code ended before it was complete, with nothing to wait for\n");
    process.exitCode = 1;
  };
  process.once("beforeExit", endUnsettled);
  // No `await`: it is built as CommonJS, which starts faster.
  void import("./compiled.ts")
    .then(({ keepCompiled }) => keepCompiled())
    .then(() => import("./index.ts"))
    .then(({ repl }) => repl(process.argv.slice(2)))
    .then((code) => {
      process.off("beforeExit", endUnsettled);
      process.exitCode = code;
    });
}
