#!/usr/bin/env node
import { fstatSync, writeSync } from "node:fs";
import { prepared } from "./help/prepared.ts";
import { version } from "./version.ts";

const OLDEST = 24;

const line = process.argv.slice(2);
const page = prepared.get(line.join(" "));

// Colours are decided before the line is parsed, for errors in parsing, too.
if (line.includes("--no-color")) process.env.FORCE_COLOR = "0";

// Simple requests are answered before anything is loaded; using `process.stdout` alone costs milliseconds.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  writeSync(2, `error: reeve needs Node ${OLDEST} or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
} else if (line.length === 1 && line[0] === "--version") print(`reeve ${version}\n`);
else if (page !== undefined && isPlain()) print(page);
else {
  import("./compiled.ts")
    .then(({ keepCompiled }) => keepCompiled())
    .then(() => import("./run.ts"))
    .then(({ run }) => run(line))
    .then((code) => {
      // The shell has reported it.
      process.exitCode ||= code;
    });
}

/** Writes a short text, and ignores a reader that has gone. */
function print(text: string): void {
  try {
    writeSync(1, text);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EPIPE" || code === "ECONNRESET") return;
    // A full pipe is retried until it has room; other errors would not go away.
    if (code === "EAGAIN") process.stdout.write(text);
    else
      void import("@reeve/terminal").then(({ terminalOfThisProcess, outputErrorMessage }) => {
        terminalOfThisProcess().notes.write(`error: ${outputErrorMessage(code)}\n`);
        process.exitCode = 1;
      });
  }
}

/** Whether help is wanted without colours and at the default width. */
function isPlain(): boolean {
  return process.env.FORCE_COLOR === undefined && !fstatSync(1).isCharacterDevice();
}
