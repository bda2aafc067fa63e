import { codeOfError } from "@reeve/contract";
import { canAnimate, canAsk, colourDepth, showsUnicode } from "./capabilities.ts";
import { exitCodes, OutputError } from "./failure.ts";
import { createBottom, type Screen } from "./live/bottom.ts";
import { listenToKeys } from "./live/keys.ts";
import { withStreamsAbove } from "./live/streams-above.ts";
import { once } from "./once.ts";
import { type Conversation, conversation } from "./prompt.ts";
import { colours, noColours, type Style } from "./text/style.ts";

/** One of a program's output streams. */
export interface Outlet {
  isTerminal(): boolean;
  style(): Style;
  /**
   * Writes the whole text. Throws `OutputError` if results cannot be written. If the reader of the results has ended, the process ends
   * without an error. Notes that cannot be written are dropped, because a background service outlives the terminal that started it.
   */
  write(text: string): void;
  /** The screen, if it can be redrawn; undefined for pipes, files, dumb terminals and CI builds. */
  screen(): Screen | undefined;
}

/** The terminal that a process was started from. */
export interface Terminal {
  /** Standard output, for results. */
  readonly results: Outlet;
  /** Standard error, for everything except results. */
  readonly notes: Outlet;
  /** A conversation; undefined if there is no terminal for questions and answers. */
  conversation(signal?: AbortSignal): Conversation | undefined;
  /**
   * Calls `listener` with each key that is pressed; without a terminal, never. Returns a function that ends this. Ctrl-C still interrupts.
   */
  onKey?(listener: (key: string) => void): () => void;
}

/**
 * The terminal of this process. `process.stdout` is used only if it is a terminal: loading it costs milliseconds, and writing to a pipe
 * works without it.
 */
export function terminalOfThisProcess(): Terminal {
  const notes = outlet(2);
  const isAttended = () => canAsk(process, isTerminal(0), notes.isTerminal());
  return {
    results: outlet(1),
    notes,
    conversation: (signal) =>
      isAttended() ? conversation({ input: process.stdin, output: process.stderr, ...(signal && { signal }) }) : undefined,
    onKey: (listener) => (isAttended() ? listenToKeys(process.stdin, listener) : () => undefined),
  };
}

/** The lines at the bottom of the terminal, which both output streams of a process share. */
const bottom = withStreamsAbove(createBottom(), () => [process.stdout, process.stderr]);

function outlet(descriptor: 1 | 2): Outlet {
  const attached = once(() => isTerminal(descriptor));
  const stream = () => (descriptor === 1 ? process.stdout : process.stderr);
  const paint = once(() => (colourDepth(process, attached()) > 1 ? colours : noColours));
  const unicode = once(() => showsUnicode(process));
  const width = () => (attached() ? stream().columns || Number(process.env.COLUMNS) || 80 : Number.POSITIVE_INFINITY);
  const style = (): Style => ({ width: width(), unicode: unicode(), paint: paint() });
  // On Windows, all text is written through the stream, because a console takes characters instead of bytes. Elsewhere the stream is used
  // from the first write that could not be completed, because later writes must wait for the rest of that write.
  let throughStream = process.platform === "win32";
  let isLost = false;
  const unlessUnread = (error: unknown): void => {
    // At a terminal, EIO means that the window was closed. For a file, EIO means that the disk is broken, which is an error.
    const isUnread = isOfReader(error) || (codeOfError(error) === "EIO" && attached());
    if (descriptor === 1 && isUnread) process.exit(0);
    isLost = true;
    if (descriptor === 1) throw new OutputError(error);
  };
  const watched = once(() =>
    stream().on("error", (error) => {
      try {
        unlessUnread(error);
      } catch (unwritten) {
        exitOnOutputError(unwritten);
      }
    }),
  );
  const writeAsIs = (text: string): void => {
    if (isLost) return;
    try {
      const rest = throughStream ? text : writeBytes(descriptor, text);
      throughStream ||= rest.length > 0;
      if (rest.length > 0) watched().write(rest);
    } catch (error) {
      unlessUnread(error);
    }
  };
  return {
    isTerminal: attached,
    style,
    write: (text) => (bottom.isFree() || !attached() ? writeAsIs(text) : bottom.above(text, () => writeAsIs(text))),
    screen: () => {
      if (!canAnimate(process, attached())) return undefined;
      return { style, write: writeAsIs, rows: () => stream().rows || 24, bottom };
    },
  };
}

/** Ends the process when a pending write has failed, because no caller is left that could catch the error. */
function exitOnOutputError(error: unknown): never {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, `error: ${error instanceof Error ? error.message : error}\n`);
  } catch {
    // There is no stream left to which the error could be written.
  }
  process.exit(exitCodes.unwritten);
}

/**
 * Whether a descriptor is a terminal. Only a character device can be a terminal; this is checked first, because the check needs no further
 * module.
 */
function isTerminal(descriptor: number): boolean {
  const fs = process.getBuiltinModule("node:fs");
  try {
    return fs.fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    return false;
  }
}

/**
 * Writes as many bytes as the pipe has room for, and returns the remaining bytes. Waiting until a non-blocking pipe has room would block
 * the process.
 */
function writeBytes(descriptor: number, text: string): Buffer {
  const fs = process.getBuiltinModule("node:fs");
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if (codeOfError(error) !== "EAGAIN") throw error;
  }
  return bytes.subarray(written);
}

/** Whether an error means that the reader has ended. ECONNRESET comes from a socket whose reader has ended without reading all data. */
function isOfReader(error: unknown): boolean {
  return codeOfError(error) === "EPIPE" || codeOfError(error) === "ECONNRESET";
}
