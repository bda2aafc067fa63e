#!/usr/bin/env node
import { writeSync } from "node:fs";
import { program } from "./program.ts";
import { version } from "./version.ts";

const line = process.argv.slice(2);

// What needs nothing but these few modules is answered before anything else is loaded; touching `process.stdout` alone costs milliseconds.
if (line.length === 1 && line[0] === "--version") writeSync(1, `reeve ${version}\n`);
else {
  const { run } = await import("./run.ts");
  process.exitCode = await run(program, line);
}
