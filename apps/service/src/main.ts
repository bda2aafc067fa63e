#!/usr/bin/env node
/** The service as a program of its own: `reeve up` without the rest of the command line. */
import { isReeveError } from "@reeve/contract";
import { upDetached } from "./up/detach.ts";
import { readUpFlags, upHelp } from "./up/flags.ts";
import { reportInWords, reportOf, type UpReport, up } from "./up/up.ts";

const args = process.argv.slice(2);

try {
  const flags = readUpFlags(args);
  if (flags.help) process.stdout.write(upHelp);
  else if (flags.detach) print(await upDetached([import.meta.filename], args), flags.json);
  else await run(flags);
} catch (error) {
  process.stderr.write(`error: ${isReeveError(error) ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = isReeveError(error, "bad-input") ? 2 : isReeveError(error, "conflict") ? 7 : 1;
}

async function run(flags: ReturnType<typeof readUpFlags>): Promise<void> {
  // Keeps the process alive: the service's timers do not, and a service without a port has no other open handle.
  const alive = setInterval(() => undefined, 2 ** 30);
  const warn = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const reeve = await up(flags, { environment: process.env, platform: process.platform, warn }).catch((error) => {
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
        const reason = error instanceof Error ? error.message : String(error);
        process.stderr.write(`error: the service failed to stop properly: ${reason}\n`);
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
  print(reportOf(reeve, flags), flags.json);
}

function print(report: UpReport, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(report)}\n` : reportInWords(report));
}
