import { truncateStyled } from "../text/fit.ts";
import { symbols } from "../text/style.ts";
import { displayWidth } from "../text/width.ts";
import type { BlockPosition, Screen } from "./bottom.ts";

/** Lines at the bottom of a terminal that are redrawn in place. */
export interface LiveRegion extends Disposable {
  /** Replaces the lines of the region. Calls in quick succession are drawn once. */
  show(lines: readonly string[]): void;
  /** Writes lines above the region, which stay there. */
  note(lines: readonly string[]): void;
  /** Draws pending changes, and leaves the lines on the screen. */
  keep(): void;
  /** Removes the region. */
  clear(): void;
}

/** Milliseconds between two drawings; users cannot follow faster changes. */
const BETWEEN_DRAWINGS = 50;

/**
 * Opens a region on a screen; without a screen (a pipe, a file) nothing is shown. Between drawings the cursor is below the region, and no
 * terminal mode is changed. So the terminal remains usable even if the program is killed.
 */
export function openLiveRegion(screen: Screen | undefined, clock: RedrawClock = redrawClock): LiveRegion {
  if (!screen) return nowhere;
  let wanted: readonly string[] = [];
  let drawn: readonly string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  let place: BlockPosition | undefined;

  const hide = (): void => {
    if (drawn.length > 0) screen.write(back(drawn, screen) + BELOW);
    drawn = [];
  };
  const drawNow = (above: readonly string[] = []): void => {
    const lines = fitting(wanted, screen);
    screen.write(back(drawn, screen) + [...above, ...lines].map((line) => `${line}${TO_END_OF_LINE}\n`).join("") + BELOW);
    drawn = lines;
  };
  const draw = (): void => {
    callOff?.();
    callOff = undefined;
    drawnAt = clock.now();
    place ??= screen.bottom?.enter({ hide, restore: () => drawNow() });
    if (place) place.draw(() => drawNow());
    else drawNow();
  };
  const leave = (): void => {
    callOff?.();
    callOff = undefined;
    place?.leave();
    place = undefined;
    drawn = [];
    wanted = [];
  };
  const clear = (): void => {
    if (place) place.draw(hide);
    else hide();
    leave();
  };
  const note = (lines: readonly string[]): void => {
    const text = lines.map((line) => `${line}\n`).join("");
    if (screen.bottom) screen.bottom.above(text, () => screen.write(text));
    else drawNow(lines);
  };
  return {
    show: (lines) => {
      wanted = lines;
      const wait = drawnAt + BETWEEN_DRAWINGS - clock.now();
      if (wait <= 0) draw();
      else callOff ??= clock.after(wait, () => draw());
    },
    note,
    keep: () => {
      if (callOff) draw();
      const kept = drawn;
      // Other regions above this one may still be redrawn. The lines of this region now become permanent, so they are written above all
      // redrawn lines.
      place?.draw(hide);
      const isMoved = place !== undefined;
      leave();
      if (isMoved && kept.length > 0) note(kept);
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

const nowhere: LiveRegion = { show: () => {}, note: () => {}, keep: () => {}, clear: () => {}, [Symbol.dispose]: () => {} };

const TO_END_OF_LINE = "\u001b[K";
const BELOW = "\u001b[J";

/**
 * Moves the cursor to the start of the region. The rows are counted again, because a terminal that has become narrower has wrapped the
 * lines.
 */
function back(drawn: readonly string[], screen: Screen): string {
  const { width } = screen.style();
  const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / width)), 0);
  const reachable = Math.min(rows, screen.rows() - 1);
  return reachable > 0 ? `\r\u001b[${reachable}A` : "\r";
}

/**
 * Shortens lines so that they do not wrap, and omits lines for which there is no room. One row must remain for the cursor, and the cursor
 * could not return to rows that have scrolled off the screen.
 */
function fitting(lines: readonly string[], screen: Screen): readonly string[] {
  const { width, unicode } = screen.style();
  const { ellipsis } = symbols(unicode);
  const room = Math.max(1, screen.rows() - 1);
  const kept = lines.length <= room ? lines : [...lines.slice(0, room - 1), `${ellipsis} ${lines.length - room + 1} more`];
  return kept.map((line) => truncateStyled(line, width - 1, ellipsis));
}

/** A source of time and timers. It is a parameter everywhere, so that tests control time. */
export interface RedrawClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function later, and returns a function that cancels it. The timer does not keep the process alive. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock that uses the time and the timers of this machine. */
export const redrawClock: RedrawClock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
