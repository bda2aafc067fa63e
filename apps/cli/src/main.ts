#!/usr/bin/env node
import { writeSync } from "node:fs";
import { version } from "./version.ts";

const OLDEST = 24;

const line = process.argv.slice(2);

// What needs nothing is answered before anything is loaded; touching `process.stdout` alone costs milliseconds.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  writeSync(2, `error: reeve needs Node ${OLDEST} or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
} else if (line.length === 1 && line[0] === "--version") writeSync(1, `reeve ${version}\n`);
else {
  import("./run.ts")
    .then(({ run }) => run(line))
    .then((code) => {
      process.exitCode = code;
    });
}
