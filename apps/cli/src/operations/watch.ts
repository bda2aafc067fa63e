import { type Changes, type Outage, poll } from "@reeve/client";
import { openLiveRegion, shown, utcTime } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import type { OutputChoice } from "../model/output-choice.ts";
import { type Result, resultLines } from "../output/result.ts";

/** Milliseconds between two requests: a list is short, and its reader wants to see what changes. */
const often = { minDelay: 1000, maxDelay: 2000 } as const;

/** Where a watched list is shown. */
interface Display {
  show(lines: readonly string[]): void;
  outage(outage: Outage): void;
  end(): void;
}

/**
 * Repeats a list until Ctrl-C or `--timeout`: redrawn on a terminal; elsewhere each line that is new, has changed or is gone, with its time,
 * and in the formats for programs all of it after each change. `changes` tells when to ask again, where something does.
 */
export async function watchResult(
  read: () => Promise<Result>,
  output: OutputChoice,
  context: Context,
  changes?: Changes,
): Promise<void> {
  const { terminal, signal, over, interruption } = context;
  const display = displayOf(output, context);
  const readLines = async () => resultLines(await read(), output, terminal.results);
  try {
    for await (const found of poll(readLines, { ...often, signal, changes, onOutage: display.outage })) {
      if ("seen" in found && found.isNew) display.show(found.seen);
    }
  } catch (thrown) {
    // Nothing was waited for, so the end of the given time is the end of the watch.
    if (!over.aborted || interruption.aborted) throw thrown;
  } finally {
    display.end();
  }
}

function displayOf({ format, query }: OutputChoice, context: Context): Display {
  const isForPeople = (format === "table" || format === "wide") && query === undefined;
  const screen = isForPeople ? context.terminal.results.screen() : undefined;
  if (screen) return inPlace(screen);
  return isForPeople ? changes(context) : documents(context);
}

function inPlace(screen: NonNullable<ReturnType<Context["terminal"]["results"]["screen"]>>): Display {
  const region = openLiveRegion(screen);
  let lines: readonly string[] = [];
  let trouble: readonly string[] = [];
  const draw = () => {
    const room = Math.max(1, screen.rows() - 3);
    const more = lines.length > room ? [`… and ${lines.length - room} more`] : [];
    region.show([...lines.slice(0, room), ...more, ...trouble.map((line) => shown(line, screen.style()))]);
  };
  return {
    show: (next) => {
      lines = next;
      draw();
    },
    outage: (outage) => {
      trouble = outage.state === "down" ? [outageWords(outage)] : [];
      draw();
    },
    end: () => region.keep(),
  };
}

function changes({ terminal: { results, notes }, now }: Context): Display {
  let before: readonly string[] = [];
  const write = (line: string) => results.write(`${utcTime.at(now(), now())}  ${line}\n`);
  return {
    show: (lines) => {
      const known = new Set(before);
      for (const line of lines) if (!known.has(line)) write(line);
      const names = new Set(lines.map(firstCell));
      for (const line of before) if (!names.has(firstCell(line))) write(`${firstCell(line)} is gone`);
      before = lines;
    },
    outage: (outage) => notes.write(`${utcTime.at(now(), now())}  ${outageWords(outage)}\n`),
    end: () => undefined,
  };
}

function documents({ terminal: { results, notes } }: Context): Display {
  return {
    show: (lines) => results.write(`${lines.join("\n")}\n`),
    outage: (outage) => notes.write(`${outageWords(outage)}\n`),
    end: () => undefined,
  };
}

/** The name that a row is about. */
function firstCell(line: string): string {
  return line.split(/ {2,}/)[0] ?? line;
}

function outageWords({ state, error }: Outage): string {
  return state === "down" ? `no answer: ${error.message}` : "the server answers again";
}
