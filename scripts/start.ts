/** `npm start [-- ARGUMENTS]`: the shell with a simulated cluster in this process; without a terminal a short tour that ends by itself. */
import { repl } from "@reeve/repl";

const isTyped = process.stdin.isTTY && process.stdout.isTTY;
process.exitCode = await repl([isTyped ? "--demo" : "--tour", ...process.argv.slice(2)]);
