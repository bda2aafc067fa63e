import { thisProcess } from "@reeve/commands";
import { runCommandLine } from "../src/run.ts";

// Runs a command line whose input never arrives, without any work that keeps Node running.
void runCommandLine(process.argv.slice(2), { ...thisProcess(), readInput: () => new Promise(() => undefined) }).then((code) => {
  process.exitCode = code;
});
