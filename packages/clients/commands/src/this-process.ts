import { contextOfThisProcess, type ProcessContext } from "@reeve/profiles";
import { type Terminal, terminalOfThisProcess } from "@reeve/terminal";

/** The parts of the process that commands use. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly processContext: ProcessContext;
  /** Reads all of standard input. */
  readInput(signal: AbortSignal): Promise<Uint8Array>;
  /** Calls `interrupt` with the name of a signal that asks the process to end; returns a function that removes this listener. */
  onInterrupt(interrupt: (signal: string) => void): () => void;
  /**
   * Calls `end` when no work keeps the process alive any more, and exits with the code that `end` returns. The returned function removes
   * this listener.
   */
  onUnsettled(end: () => number): () => void;
}

/** Returns the process in which this code runs. */
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
      // Without this listener, Node would exit with code 0 although the command has not finished.
      const endUnsettled = () => {
        process.exitCode = end();
      };
      process.once("beforeExit", endUnsettled);
      return () => process.off("beforeExit", endUnsettled);
    },
  };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Reads until the input ends or the signal is aborted, because a pipe without a writer may never end. */
async function readStandardInput(signal: AbortSignal): Promise<Buffer> {
  const { addAbortSignal } = process.getBuiltinModule("node:stream");
  const chunks: Buffer[] = [];
  addAbortSignal(signal, process.stdin);
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}
