#!/usr/bin/env node
import { fstatSync, writeSync } from "node:fs";
import { prepared } from "./help/prepared.ts";
import { version } from "./version.ts";

const OLDEST = 22;

const line = process.argv.slice(2);
const page = prepared.get(line.join(" "));

// Colours must be decided before the command line is parsed, because parsing errors are coloured, too.
if (line.includes("--no-color")) process.env.FORCE_COLOR = "0";

// Simple command lines are answered before the rest of the program is loaded, to save time: even the first use of `process.stdout` takes
// milliseconds.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  writeSync(2, `error: reeve needs Node ${OLDEST} or newer, and this is ${process.version}\n`);
  process.exitCode = 1;
} else if (line.length === 1 && line[0] === "--version") print(`reeve ${version}\n`);
else if (page && isPlain()) print(hasService() ? page.text : page.withoutService);
else {
  import("./compiled.ts")
    .then(({ keepCompiled, useOneFetch }) => {
      useOneFetch();
      keepCompiled();
    })
    .then(() => import("./run.ts"))
    .then(({ runCommandLine }) => runCommandLine(line))
    .then((code) => {
      // Keeps the exit code that the interactive shell has set.
      process.exitCode ||= code;
    });
}

/** Whether `@reeve/service` is installed, whose commands then are part of the help. */
function hasService(): boolean {
  try {
    process
      .getBuiltinModule("node:module")
      .createRequire(import.meta.url)
      .resolve("@reeve/service/commands");
    return true;
  } catch {
    return false;
  }
}

/** Writes a short text, and ignores a closed pipe. */
function print(text: string): void {
  try {
    writeSync(1, text);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EPIPE" || code === "ECONNRESET") return;
    // If the pipe is full, the text is written with Node's stream, which waits until the pipe has room. After any other error, a second
    // attempt would fail, too.
    if (code === "EAGAIN") process.stdout.write(text);
    else
      void import("@reeve/terminal").then(({ terminalOfThisProcess, outputErrorMessage }) => {
        terminalOfThisProcess().notes.write(`error: ${outputErrorMessage(code)}\n`);
        process.exitCode = 1;
      });
  }
}

/** Tells whether help is to be printed without colours and in the default width. The build prepares help pages only in this form. */
function isPlain(): boolean {
  return process.env.FORCE_COLOR === undefined && !fstatSync(1).isCharacterDevice();
}
