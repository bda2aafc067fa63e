/// <reference lib="esnext.disposable" preserve="true" />

import { type Style, shown, shownWithin, symbols } from "../text/style.ts";
import { stopwatch } from "../words.ts";
import type { Screen } from "./bottom.ts";
import { openLiveRegion, type RedrawClock, redrawClock } from "./live-region.ts";

/** A line with a spinner and the elapsed time. */
export interface Spinner extends Disposable {
  /** Changes the text. */
  update(text: string): void;
  /** Ends the spinner with a line about the success and the elapsed time. */
  succeed(text: string): void;
  /** Removes the line. */
  stop(): void;
}

const TURN = 100;

/** Starts a spinner. Without a screen it writes nothing. */
export function startSpinner(screen: Screen | undefined, text: string, clock: RedrawClock = redrawClock): Spinner {
  const region = openLiveRegion(screen, clock);
  const begun = clock.now();
  let current = text;
  let turns = 0;
  let callOff: (() => void) | undefined;
  const turn = (): void => {
    if (screen) region.show([spinnerLine(current, clock.now() - begun, turns++, screen.style())]);
    callOff = clock.after(TURN, turn);
  };
  const stop = (): void => {
    callOff?.();
    callOff = undefined;
    region.clear();
  };
  const succeed = (words: string): void => {
    // After an incomplete line such as a prompt, the final line is not printed, because it would look like typed text.
    const isPrinted = !screen?.bottom?.isLineOpen();
    stop();
    if (screen && isPrinted) region.note([endLine(words, clock.now() - begun, screen.style())]);
  };
  if (screen) turn();
  return {
    update: (words) => {
      current = words;
    },
    succeed,
    stop,
    [Symbol.dispose]: stop,
  };
}

/** The line while the work is in progress, for example `⠹ recovery  broker-1 starting · 00:00:21`. */
function spinnerLine(text: string, elapsed: number, turns: number, style: Style): string {
  const { turning, dot } = symbols(style.unicode);
  const sign = turning[turns % turning.length] ?? "";
  const time = ` ${dot} ${stopwatch(elapsed)}`;
  // If the line is too long, its text is truncated but the time is kept. The last column of the terminal stays empty.
  return `${style.paint.cyan(sign)} ${shownWithin(text, style.width - 3 - time.length, style)}${time}`;
}

/** The final line, such as `✓ broker-1 replaced, in sync again · 00:01:12`. */
export function endLine(text: string, elapsed: number, style: Style): string {
  const { done, dot } = symbols(style.unicode);
  return `${style.paint.green(done)} ${shown(text, style)} ${dot} ${stopwatch(elapsed)}`;
}
