import { isReeveError, ReeveError } from "@reeve/contract";
import { wrapSentence } from "./text/fit.ts";
import { plain, type Style, shown } from "./text/style.ts";

/** A dialogue with the user. */
export interface Conversation {
  /** Shows lines. */
  print(lines: readonly string[]): void;
  /** Asks for a line. Throws `cancelled` after Ctrl-C or at the end of the input. */
  ask(question: string): Promise<string>;
  /** Asks for a secret, without showing the typed text. */
  askSecret(question: string): Promise<string>;
}

/** The streams of a conversation. */
export interface ConversationStreams {
  readonly input: Input;
  readonly output: Output;
  /** When this signal is aborted, an open question is cancelled. */
  readonly signal?: AbortSignal;
}

/** The stream of typed text, such as `process.stdin`. A terminal is in raw mode while a line is typed. */
export interface Input {
  on(event: string, listener: (...args: never[]) => void): unknown;
  pause(): unknown;
  setRawMode?(raw: boolean): unknown;
  readonly isRaw?: boolean;
}

/** The stream for questions, such as `process.stderr`. */
export interface Output {
  write(text: string): unknown;
}

/** A conversation at a terminal, with the usual line editing. */
export function conversation({ input, output, signal }: ConversationStreams): Conversation {
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
    // The casts keep Node's types out of this package's exports, so that the package compiles in projects without these types.
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
      // A line end is written, so that later output does not look like a part of the user's answer.
      if (!isLineOver) output.write("\n");
      signal?.removeEventListener("abort", leave);
      if (!wasRaw) input.setRawMode?.(false);
      input.pause();
      reject(cancelled(signal));
    });
    lines.prompt();
  });
}

/** A stream that discards its input. */
function nullOutput(): Output {
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** The error for an aborted question. A timeout is reported as a timeout, not as a cancellation by the user. */
function cancelled(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason, "timed-out")) return reason;
  return new ReeveError("cancelled", "cancelled: nothing was done");
}

/** An action that the user must confirm. */
export interface Agreement {
  /** The action as the beginning of a sentence, for example "deleting". */
  readonly act: string;
  /** The effects, and whether they can be undone, one sentence per line. */
  readonly consequence: readonly string[];
  /** For actions that cannot be undone, the name that the user must type. */
  readonly name?: string;
}

/**
 * Asks the user to confirm with yes or by typing the name. Throws `cancelled` if the user does not confirm, and `bad-input` if there is no
 * terminal.
 */
export async function agree(talk: Conversation | undefined, { act, consequence, name }: Agreement, style: Style = plain): Promise<void> {
  if (!talk) throw noTerminal(`${act} needs a confirmation`, "Add --yes to confirm it.");
  talk.print(consequence.flatMap((line) => wrapSentence(shown(line, style), style.width)));
  if (name === undefined) {
    if (await isYes(talk, "Continue?")) return;
    throw new ReeveError("cancelled", `not confirmed: ${act} was not done`);
  }
  const typed = (await talk.ask(`Type ${shown(name, style)} to confirm: `)).trim();
  if (typed !== name) throw new ReeveError("cancelled", `${JSON.stringify(typed)} is not the name: ${act} was not done`);
}

/** Asks a yes-or-no question; any answer but yes means no. */
export async function isYes(talk: Conversation, question: string): Promise<boolean> {
  const answer = (await talk.ask(`${question} [y/N] `)).trim().toLowerCase();
  return answer === "y" || answer === "yes";
}

/** Returns the conversation. Without a terminal, throws an error with advice. */
export function requireConversation(talk: Conversation | undefined, needed: string, instead: string): Conversation {
  if (!talk) throw noTerminal(needed, instead);
  return talk;
}

function noTerminal(needed: string, instead: string): ReeveError {
  return new ReeveError("bad-input", `${needed}, and there is no terminal. ${instead}`);
}
