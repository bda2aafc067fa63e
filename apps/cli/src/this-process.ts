import { type Surroundings, surroundingsOfThisProcess } from "@reeve/profiles";
import { type Terminal, terminalOfThisProcess } from "@reeve/terminal";

/** The process that a command line runs in, as far as commands have to do with it. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
  /** All of standard input. */
  readInput(signal: AbortSignal): Promise<Buffer>;
  /** Calls back with the name of a signal that asks the process to end, until the function that it returns is called. */
  onInterrupt(interrupt: (signal: string) => void): () => void;
  /** Ends with what `end` gives where nothing is left that could go on; until the function that it returns is called. */
  onUnsettled(end: () => number): () => void;
}

/** The process that this code runs in. */
export function thisProcess(): CommandProcess {
  return {
    terminal: terminalOfThisProcess(),
    surroundings: surroundingsOfThisProcess(),
    readInput: readStandardInput,
    onInterrupt: (interrupt) => {
      for (const signal of SIGNALS) process.once(signal, interrupt);
      return () => {
        for (const signal of SIGNALS) process.off(signal, interrupt);
      };
    },
    onUnsettled: (end) => {
      // Node would end with 0, whether what was asked for is done or not.
      const endUnsettled = () => {
        process.exitCode = end();
      };
      process.once("beforeExit", endUnsettled);
      return () => process.off("beforeExit", endUnsettled);
    },
  };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A pipe that nobody writes to would be read for ever. */
async function readStandardInput(signal: AbortSignal): Promise<Buffer> {
  const { addAbortSignal } = process.getBuiltinModule("node:stream");
  const chunks: Buffer[] = [];
  addAbortSignal(signal, process.stdin);
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}
