import { canAnimate, canAsk, colourDepth, showsUnicode } from "./capabilities.ts";
import { exitCodes } from "./failure/exit-codes.ts";
import { Unwritten } from "./failure/unwritten.ts";
import type { Screen } from "./live/screen.ts";
import { type Conversation, conversation } from "./prompt/conversation.ts";
import type { Look } from "./text/look.ts";
import { colours, noColours } from "./text/paint.ts";

/** One of the streams that a program writes to. */
export interface Outlet {
  isTerminal(): boolean;
  look(): Look;
  /**
   * Writes all of it. Where results cannot be written it throws `Unwritten`; where nobody reads them any more, the process ends quietly.
   * Notes that cannot be written, or that nobody reads, are lost, and it goes on: a service in the background outlives whoever has started it.
   */
  write(text: string): void;
  /** Where it can be written over; undefined in pipes, files, dumb terminals and builds. */
  screen(): Screen | undefined;
}

/** The terminal that a process was started from. */
export interface Terminal {
  /** Standard output: results. */
  readonly results: Outlet;
  /** Standard error: everything else. */
  readonly notes: Outlet;
  /** Somebody to ask, where there is a terminal for questions and answers. */
  conversation(signal?: AbortSignal): Conversation | undefined;
}

/**
 * The terminal of this process. Its streams are touched only where there is a terminal: `process.stdout` costs milliseconds, and a pipe is
 * written to as well without it.
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

function outlet(descriptor: 1 | 2): Outlet {
  const attached = once(() => isTerminal(descriptor));
  const stream = () => (descriptor === 1 ? process.stdout : process.stderr);
  const paint = once(() => (colourDepth(process, attached()) > 1 ? colours : noColours));
  const unicode = once(() => showsUnicode(process));
  const width = () => (attached() ? stream().columns || Number(process.env.COLUMNS) || 80 : Number.POSITIVE_INFINITY);
  const look = (): Look => ({ width: width(), unicode: unicode(), paint: paint() });
  // Windows wants characters for a console, not bytes. And once a stream has something to send, all else has to queue behind it.
  let throughStream = process.platform === "win32";
  let isLost = false;
  const unlessUnread = (error: unknown): void => {
    // A window that was closed says EIO; a disk says it, too, and means something else.
    const isUnread = isOfReader(error) || (codeOf(error) === "EIO" && attached());
    if (descriptor === 1 && isUnread) process.exit(0);
    isLost = true;
    if (descriptor === 1) throw new Unwritten(error);
  };
  const watched = once(() =>
    stream().on("error", (error) => {
      try {
        unlessUnread(error);
      } catch (unwritten) {
        endUnwritten(unwritten);
      }
    }),
  );
  const write = (text: string): void => {
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
    look,
    write,
    screen: () => (canAnimate(process, attached()) ? { look, write, rows: () => stream().rows || 24 } : undefined),
  };
}

/** What fails when its writer has gone on already is nobody's to catch. */
function endUnwritten(error: unknown): never {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, `error: ${error instanceof Error ? error.message : error}\n`);
  } catch {
    // There is nowhere left to say it.
  }
  process.exit(exitCodes.unwritten);
}

/** Looks at what kind of thing a descriptor is first: what is no device is no terminal, and nothing has to be loaded to know it. */
function isTerminal(descriptor: number): boolean {
  const fs = process.getBuiltinModule("node:fs");
  try {
    return fs.fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    return false;
  }
}

/** Writes bytes, and gives back those for which there was no room: whoever gave us this pipe does not want us to wait in it. */
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

/** Whether it says that nobody reads any more. A reader that goes with something unread resets what it read from, where that is a socket. */
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
