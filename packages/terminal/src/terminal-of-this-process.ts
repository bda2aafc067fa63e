import { canAnimate, canAsk, colourDepth, showsUnicode } from "./capabilities.ts";
import { exitCodes } from "./failure/exit-codes.ts";
import { OutputError } from "./failure/output-error.ts";
import { createBottom } from "./live/bottom.ts";
import type { Screen } from "./live/screen.ts";
import { withStreamsAbove } from "./live/streams-above.ts";
import { type Conversation, conversation } from "./prompt/conversation.ts";
import { colours, noColours } from "./text/paint.ts";
import type { Style } from "./text/style.ts";

/** One of a program's output streams. */
export interface Outlet {
  isTerminal(): boolean;
  style(): Style;
  /**
   * Writes all of it. If results cannot be written it throws `OutputError`; if their reader has gone, the process ends quietly. Notes that
   * cannot be written are dropped, because a background service outlives the terminal that started it.
   */
  write(text: string): void;
  /** The screen, if it can be redrawn; undefined for pipes, files, dumb terminals and builds. */
  screen(): Screen | undefined;
}

/** The terminal that a process was started from. */
export interface Terminal {
  /** Standard output: results. */
  readonly results: Outlet;
  /** Standard error: everything else. */
  readonly notes: Outlet;
  /** A conversation, if there is a terminal for questions and answers. */
  conversation(signal?: AbortSignal): Conversation | undefined;
}

/**
 * The terminal of this process. `process.stdout` is used only where there is a terminal: loading it costs milliseconds, and pipes do not
 * need it.
 */
export function terminalOfThisProcess(): Terminal {
  const notes = outlet(2);
  return {
    results: outlet(1),
    notes,
    conversation: (signal) => {
      if (!canAsk(process, isTerminal(0), notes.isTerminal())) return undefined;
      return conversation({ input: process.stdin, output: process.stderr, ...(signal && { signal }) });
    },
  };
}

/** Both streams of a process are at the same terminal. */
const bottom = withStreamsAbove(createBottom(), () => [process.stdout, process.stderr]);

function outlet(descriptor: 1 | 2): Outlet {
  const attached = once(() => isTerminal(descriptor));
  const stream = () => (descriptor === 1 ? process.stdout : process.stderr);
  const paint = once(() => (colourDepth(process, attached()) > 1 ? colours : noColours));
  const unicode = once(() => showsUnicode(process));
  const width = () => (attached() ? stream().columns || Number(process.env.COLUMNS) || 80 : Number.POSITIVE_INFINITY);
  const style = (): Style => ({ width: width(), unicode: unicode(), paint: paint() });
  // On Windows a console takes characters, not bytes. Once a stream has pending output, later writes must queue behind it.
  let throughStream = process.platform === "win32";
  let isLost = false;
  const unlessUnread = (error: unknown): void => {
    // A closed window fails with EIO; so does a broken disk, which is an error.
    const isUnread = isOfReader(error) || (codeOf(error) === "EIO" && attached());
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

/** A later write error has no caller that could catch it. */
function exitOnOutputError(error: unknown): never {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, `error: ${error instanceof Error ? error.message : error}\n`);
  } catch {
    // There is no stream left to report it on.
  }
  process.exit(exitCodes.unwritten);
}

/** Checks the type of the descriptor first: only a device can be a terminal, and this check needs no further module. */
function isTerminal(descriptor: number): boolean {
  const fs = process.getBuiltinModule("node:fs");
  try {
    return fs.fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    return false;
  }
}

/** Writes bytes, and returns those for which the pipe had no room: a non-blocking pipe must not be waited for here. */
function writeBytes(descriptor: number, text: string): Buffer {
  const fs = process.getBuiltinModule("node:fs");
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if (codeOf(error) !== "EAGAIN") throw error;
  }
  return bytes.subarray(written);
}

/** Whether the error means that the reader has gone. A socket is reset if its reader leaves unread data. */
function isOfReader(error: unknown): boolean {
  return codeOf(error) === "EPIPE" || codeOf(error) === "ECONNRESET";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
