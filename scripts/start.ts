/**
 * `npm start [-- ARGUMENTS]` starts the shell with a simulated cluster in this process. Without a terminal it shows a short tour and ends.
 */
import { repl } from "@reeve/repl";

const isTyped = process.stdin.isTTY && process.stdout.isTTY;
process.exitCode = await repl([isTyped ? "--demo" : "--tour", ...process.argv.slice(2)]);
