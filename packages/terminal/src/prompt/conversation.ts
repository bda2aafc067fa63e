import type { Readable, Writable } from "node:stream";
import { ReeveError } from "@reeve/contract";

/** Somebody who can be asked. */
export interface Conversation {
  /** Tells something. */
  say(lines: readonly string[]): void;
  /** Asks for a line. Throws `cancelled` where the answer is Ctrl-C or the end of the input. */
  ask(question: string): Promise<string>;
  /** Asks for something that must not be seen: what is typed is not shown. */
  askSecret(question: string): Promise<string>;
}

/** Where a conversation takes place. */
export interface Place {
  /** What is typed; a terminal is put into raw mode while a line is typed, and back. */
  readonly input: Readable;
  readonly output: Writable;
  /** Ends a question that is open. */
  readonly signal?: AbortSignal;
}

/** A conversation at a terminal, with the line editing that people are used to. */
export function conversation({ input, output, signal }: Place): Conversation {
  return {
    say: (lines) => {
      for (const line of lines) output.write(`${line}\n`);
    },
    ask: (question) => readLine(input, output, question, signal),
    askSecret: async (question) => {
      output.write(question);
      try {
        return await readLine(input, swallower(), "", signal);
      } finally {
        output.write("\n");
      }
    },
  };
}

function readLine(
  input: Readable,
  output: Writable,
  question: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (signal?.aborted) return Promise.reject(cancelled());
  const { createInterface } = process.getBuiltinModule("node:readline");
  const lines = createInterface({ input, output, terminal: true, historySize: 0, prompt: question });
  const wasRaw = "isRaw" in input && input.isRaw === true;
  return new Promise<string>((resolve, reject) => {
    const leave = () => lines.close();
    signal?.addEventListener("abort", leave, { once: true });
    lines.once("line", (line) => {
      resolve(line);
      leave();
    });
    lines.once("SIGINT", () => {
      output.write("\n");
      leave();
    });
    lines.once("close", () => {
      signal?.removeEventListener("abort", leave);
      if (!wasRaw && "setRawMode" in input && typeof input.setRawMode === "function") input.setRawMode(false);
      input.pause();
      reject(cancelled());
    });
    lines.prompt();
  });
}

/** Takes whatever is written and shows it to nobody. */
function swallower(): Writable {
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function cancelled(): ReeveError {
  return new ReeveError("cancelled", "cancelled: nothing was done");
}
