#!/usr/bin/env node
/** The service as a program of its own: `reeve up` without the rest of the command line. */
import { type Command, hasFlag, helpOf, type ParsedArguments, readArguments } from "@reeve/commands";
import { isReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/engine";
import { plain } from "@reeve/terminal";
import { up as upCommand } from "./commands/declarations.ts";
import { upDetached } from "./in-folder/detach.ts";
import { FLAGS_HERE, readUpFlags, type UpFlags } from "./in-folder/flags.ts";
import { reportInWords, reportOf, startInFolder, stateOf, type UpReport } from "./in-folder/start-in-folder.ts";

const args = process.argv.slice(2);

const UP: Command = {
  ...upCommand,
  about: "Nodes are simulated unless a definition or --engine selects real engines. --json prints one line of JSON.",
  examples: ["up --definition cluster.yaml --state state"],
  flags: FLAGS_HERE,
};

try {
  const line = readArguments(UP, ["up"], args);
  if (hasFlag(line, "help")) process.stdout.write(helpOf(UP, ["up"], plain).replaceAll("reeve up", "reeve-service"));
  else if (hasFlag(line, "detach"))
    print(await upDetached([process.execPath, import.meta.filename], args, stateHere(line)), hasFlag(line, "json"));
  else await run(readUpFlags(line), hasFlag(line, "json"), hasFlag(line, "show-token"));
} catch (error) {
  process.stderr.write(`error: ${isReeveError(error) ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = isReeveError(error, "bad-input") ? 2 : isReeveError(error, "conflict") ? 7 : 1;
}

async function run(flags: UpFlags, isJson: boolean, showToken: boolean): Promise<void> {
  // Keeps the process alive: the service's timers do not, and a service without a port has no other open handle.
  const alive = setInterval(() => undefined, 2 ** 30);
  const warn = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const reeve = await startInFolder(flags, { environment: process.env, platform: process.platform, warn }).catch((error) => {
    clearInterval(alive);
    throw error;
  });
  let closing = false;
  const end = () => {
    // A second signal ends the process at once.
    if (closing) process.exit(1);
    closing = true;
    void reeve.close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`error: the service failed to stop properly: ${reasonOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("SIGHUP", () => void reeve.reload());
  // The service continues even if the program that reads the report has ended.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  print(reportOf(reeve, { showToken }), isJson);
}

function stateHere(line: ParsedArguments): string {
  return stateOf(readUpFlags(line), { environment: process.env, platform: process.platform });
}

function print(report: UpReport, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(report)}\n` : reportInWords(report));
}
