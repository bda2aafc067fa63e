import { isReeveError, ReeveError } from "@reeve/contract";

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
  readonly input: Input;
  readonly output: Output;
  /** Ends a question that is open. */
  readonly signal?: AbortSignal;
}

/** What is typed: a readable stream, such as `process.stdin`. A terminal is put into raw mode while a line is typed, and back. */
export interface Input {
  on(event: string, listener: (...given: never[]) => void): unknown;
  pause(): unknown;
  setRawMode?(raw: boolean): unknown;
  readonly isRaw?: boolean;
}

/** Where questions are shown: a writable stream, such as `process.stderr`. */
export interface Output {
  write(text: string): unknown;
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

function readLine(input: Input, output: Output, question: string, signal: AbortSignal | undefined): Promise<string> {
  if (signal?.aborted) return Promise.reject(cancelled(signal));
  const { createInterface } = process.getBuiltinModule("node:readline");
  const lines = createInterface({
    // The types of Node stay out of what this package exports, so that it compiles where they are not installed.
    input: input as unknown as NodeJS.ReadableStream,
    output: output as unknown as NodeJS.WritableStream,
    terminal: true,
    historySize: 0,
    prompt: question,
  });
  const wasRaw = input.isRaw === true;
  return new Promise<string>((resolve, reject) => {
    let isLineOver = false;
    const leave = () => lines.close();
    signal?.addEventListener("abort", leave, { once: true });
    lines.once("line", (line) => {
      isLineOver = true;
      resolve(line);
      leave();
    });
    lines.once("SIGINT", leave);
    lines.once("close", () => {
      // Whatever is said next is no answer to the question.
      if (!isLineOver) output.write("\n");
      signal?.removeEventListener("abort", leave);
      if (!wasRaw) input.setRawMode?.(false);
      input.pause();
      reject(cancelled(signal));
    });
    lines.prompt();
  });
}

/** Takes whatever is written and shows it to nobody. */
function swallower(): Output {
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Nobody has changed their mind where it was time that ran out. */
function cancelled(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason, "timed-out")) return reason;
  return new ReeveError("cancelled", "cancelled: nothing was done");
}
