import { type Changes, type Outage, poll } from "@reeve/client";
import { openLiveRegion, shown, utcTime } from "@reeve/terminal";
import type { Context } from "../context.ts";
import type { OutputChoice } from "../output-choice.ts";
import { type Result, resultLines } from "./result.ts";

/** Milliseconds between two requests. Polling is this frequent because lists are small and users want to see changes at once. */
const often = { minDelay: 1000, maxDelay: 2000 } as const;

/** How a watched list is shown. */
interface Display {
  show(lines: readonly string[]): void;
  outage(outage: Outage): void;
  end(): void;
}

/**
 * Repeats a list until Ctrl-C or `--timeout`. A terminal shows the current list. Elsewhere each new, changed or removed line is printed
 * with the time; formats for programs get the whole list after each change. If the service sends events, `changes` tells when to request
 * the list again.
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
    for await (const result of poll(readLines, { ...often, signal, changes, onOutage: display.outage })) {
      if ("seen" in result && result.isNew) display.show(result.seen);
    }
  } catch (thrown) {
    // A watch never completes by itself, so reaching the timeout is not an error.
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

/** The text in the first column of a line, which is the name. */
function firstCell(line: string): string {
  return line.split(/ {2,}/)[0] ?? line;
}

function outageWords({ state, error }: Outage): string {
  return state === "down" ? `no answer: ${error.message}` : "the server answers again";
}
