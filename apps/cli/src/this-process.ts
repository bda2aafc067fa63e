import { contextOfThisProcess, type ProcessContext } from "@reeve/profiles";
import { type Terminal, terminalOfThisProcess } from "@reeve/terminal";

/** The parts of the process that commands use. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly processContext: ProcessContext;
  /** All of standard input. */
  readInput(signal: AbortSignal): Promise<Buffer>;
  /** Calls back with the name of a signal that asks the process to end; returns a function that stops listening. */
  onInterrupt(interrupt: (signal: string) => void): () => void;
  /** If nothing is left to run, exits with the code that `end` returns; returns a function that stops this. */
  onUnsettled(end: () => number): () => void;
}

/** The process that this code runs in. */
export function thisProcess(): CommandProcess {
  return {
    terminal: terminalOfThisProcess(),
    processContext: contextOfThisProcess(),
    readInput: readStandardInput,
    onInterrupt: (interrupt) => {
      for (const signal of SIGNALS) process.once(signal, interrupt);
      return () => {
        for (const signal of SIGNALS) process.off(signal, interrupt);
      };
    },
    onUnsettled: (end) => {
      // Node would exit with 0, even though the command has not finished.
      const endUnsettled = () => {
        process.exitCode = end();
      };
      process.once("beforeExit", endUnsettled);
      return () => process.off("beforeExit", endUnsettled);
    },
  };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Reading a pipe without a writer would never end. */
async function readStandardInput(signal: AbortSignal): Promise<Buffer> {
  const { addAbortSignal } = process.getBuiltinModule("node:stream");
  const chunks: Buffer[] = [];
  addAbortSignal(signal, process.stdin);
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}
