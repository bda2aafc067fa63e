import { isReeveError, ReeveError } from "@reeve/contract";

/** A dialogue with the user. */
export interface Conversation {
  /** Shows lines. */
  print(lines: readonly string[]): void;
  /** Asks for a line. Throws `cancelled` on Ctrl-C or the end of input. */
  ask(question: string): Promise<string>;
  /** Asks for a secret: what is typed is not shown. */
  askSecret(question: string): Promise<string>;
}

/** The streams of a conversation. */
export interface Place {
  readonly input: Input;
  readonly output: Output;
  /** Cancels an open question. */
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

/** A conversation at a terminal, with the usual line editing. */
export function conversation({ input, output, signal }: Place): Conversation {
  return {
    print: (lines) => {
      for (const line of lines) output.write(`${line}\n`);
    },
    ask: (question) => readLine(input, output, question, signal),
    askSecret: async (question) => {
      output.write(question);
      try {
        return await readLine(input, nullOutput(), "", signal);
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
    // Node's types stay out of this package's exports, so that it compiles where they are not installed.
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
      // Later output is not an answer to the question.
      if (!isLineOver) output.write("\n");
      signal?.removeEventListener("abort", leave);
      if (!wasRaw) input.setRawMode?.(false);
      input.pause();
      reject(cancelled(signal));
    });
    lines.prompt();
  });
}

/** A stream that drops what is written to it. */
function nullOutput(): Output {
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** A timeout is reported as such, and not as cancelled by the user. */
function cancelled(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason, "timed-out")) return reason;
  return new ReeveError("cancelled", "cancelled: nothing was done");
}
