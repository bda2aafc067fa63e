#!/usr/bin/env node
import { writeSync } from "node:fs";

const OLDEST = 22;

// Without this check, an older Node would fail later with a stack trace.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  writeSync(2, `error: the shell needs Node ${OLDEST} or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  // If no events are pending, Node exits with code 0 although the code has not finished.
  const endUnsettled = () => {
    writeSync(2, "error: the code ended before it was complete, because nothing kept the process running\n");
    process.exitCode = 1;
  };
  process.once("beforeExit", endUnsettled);
  // There is no top-level `await`, because this file is built as CommonJS, which starts faster.
  void import("./compiled.ts")
    .then(({ keepCompiled, useOneFetch }) => {
      useOneFetch();
      keepCompiled();
    })
    .then(() => import("./start/repl.ts"))
    .then(({ repl }) => repl(process.argv.slice(2)))
    .then((code) => {
      process.off("beforeExit", endUnsettled);
      process.exitCode = code;
    });
}
