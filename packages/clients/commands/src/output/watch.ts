import { type Changes, type Outage, poll } from "@reeve/client";
import { localTime, openLiveRegion, shown, utcTime, wrapSentence } from "@reeve/terminal";
import type { Context } from "../context.ts";
import type { OutputChoice } from "../parsed-arguments.ts";
import { type Result, resultLines } from "./result.ts";

/** Milliseconds between two requests. Polling is this frequent because lists are small and users want to see changes at once. */
const often = { minDelay: 1000, maxDelay: 2000 } as const;

/** How a watched value is shown: in place on a terminal, a line for each change elsewhere, and as documents for programs. */
interface WatchView<Value> {
  /** The lines that fit on a screen. */
  inPlace(value: Value, screen: Screen): readonly string[];
  /** The lines that say what has changed since the value before. */
  changes(before: Value | undefined, value: Value): readonly string[];
  document(value: Value): string;
  /** How programs get an outage; the words for people by default. */
  outage?(outage: Outage): string;
  /** Milliseconds between two drawings of the same value, for values with durations. */
  readonly redrawEvery?: number;
}

/** The display of a watched value. */
interface WatchDisplay<Value> {
  show(value: Value): void;
  outage(outage: Outage): void;
  end(): void;
}

type Screen = NonNullable<ReturnType<Context["terminal"]["results"]["screen"]>>;

/** Opens the display of a watched value: for people, or for programs. */
export function openWatchDisplay<Value>(
  view: WatchView<Value>,
  isForPeople: boolean,
  { terminal: { results, notes }, now }: Context,
): WatchDisplay<Value> {
  const screen = isForPeople ? results.screen() : undefined;
  if (screen) return displayInPlace(view, screen, now);
  let before: Value | undefined;
  return {
    show: (value) => {
      const lines = isForPeople ? view.changes(before, value) : [view.document(value)];
      for (const line of lines) results.write(`${line}\n`);
      before = value;
    },
    outage: (outage) => {
      const timed = () => `${utcTime.at(now(), now())}  ${outageWords(outage)}`;
      notes.write(`${isForPeople ? timed() : (view.outage?.(outage) ?? outageWords(outage))}\n`);
    },
    end: () => undefined,
  };
}

function displayInPlace<Value>(view: WatchView<Value>, screen: Screen, now: () => number): WatchDisplay<Value> {
  const region = openLiveRegion(screen);
  let shownValue: { readonly value: Value } | undefined;
  let trouble: readonly string[] = [];
  const draw = () => {
    const style = screen.style();
    const outage = trouble.flatMap((line) => wrapSentence(shown(line, style), style.width - 1));
    // The lines about an outage come last, so a long list leaves room for them.
    const above = { ...screen, rows: () => Math.max(1, screen.rows() - outage.length) };
    const lines = shownValue ? view.inPlace(shownValue.value, above) : [];
    region.show([...lines, ...outage]);
  };
  const redrawing = view.redrawEvery === undefined ? undefined : setInterval(draw, view.redrawEvery);
  redrawing?.unref();
  return {
    show: (value) => {
      shownValue = { value };
      draw();
    },
    outage: (outage) => {
      const since = localTime().at(outage.since.getTime(), now());
      trouble = outage.state === "down" ? [`since ${since}: ${outageWords(outage)}`] : [];
      draw();
    },
    end: () => {
      clearInterval(redrawing);
      if (shownValue) draw();
      region.keep();
    },
  };
}

/** Writes when a followed service has stopped answering or answers again, for output that is not redrawn. */
export function noteOutage(words: string, { terminal: { notes, results }, now }: Context): void {
  const times = results.isTerminal() ? localTime() : utcTime;
  notes.write(`${times.at(now(), now())}  ${words}\n`);
}

function outageWords({ state, error }: Outage): string {
  return state === "down" ? `no answer: ${error.message}` : "the server answers again";
}

/**
 * Repeats a list until Ctrl-C or `--timeout`. A terminal shows the current list, which `q` ends, too. Elsewhere each new, changed or
 * removed line is printed with the time; formats for programs get the whole list after each change. If the service sends events, `changes`
 * tells when to request the list again.
 */
export async function watchResult(read: () => Promise<Result>, output: OutputChoice, context: Context, changes?: Changes): Promise<void> {
  const { terminal, over, interruption } = context;
  const isForPeople = (output.format === "table" || output.format === "wide") && output.query === undefined;
  const display = openWatchDisplay(listView(context), isForPeople, context);
  const readLines = async () => resultLines(await read(), output, terminal.results);
  const left = new AbortController();
  const signal = AbortSignal.any([context.signal, left.signal]);
  const isInPlace = isForPeople && terminal.results.screen() !== undefined;
  const stopListening = isInPlace ? terminal.onKey?.((key) => key === "q" && left.abort()) : undefined;
  try {
    for await (const result of poll(readLines, { ...often, signal, changes, onOutage: display.outage })) {
      if ("seen" in result && result.isNew) display.show(result.seen);
    }
  } catch (thrown) {
    // A watch never completes by itself, so reaching the timeout is not an error.
    if (interruption.aborted || !(over.aborted || left.signal.aborted)) throw thrown;
  } finally {
    stopListening?.();
    display.end();
  }
}

function listView({ now }: Context): WatchView<readonly string[]> {
  return {
    inPlace: (lines, screen) => {
      const room = Math.max(1, screen.rows() - 3);
      return [...lines.slice(0, room), ...(lines.length > room ? [`… and ${lines.length - room} more`] : [])];
    },
    changes: (before = [], lines) => {
      const known = new Set(before);
      const names = new Set(lines.map(firstCell));
      const gone = before.filter((line) => !names.has(firstCell(line))).map((line) => `${firstCell(line)} is gone`);
      const time = utcTime.at(now(), now());
      return [...lines.filter((line) => !known.has(line)), ...gone].map((line) => `${time}  ${line}`);
    },
    document: (lines) => lines.join("\n"),
  };
}

/** The text in the first column of a line, which is the name. */
function firstCell(line: string): string {
  return line.split(/ {2,}/)[0] ?? line;
}
