/// <reference lib="esnext.disposable" preserve="true" />
import { type Clock, systemClock } from "../clock.ts";
import { truncateStyled } from "../text/fit.ts";
import { symbols } from "../text/symbols.ts";
import { displayWidth } from "../text/width.ts";
import type { Place } from "./bottom.ts";
import type { Screen } from "./screen.ts";

/** Lines at the bottom of a terminal that are redrawn in place. */
export interface LiveRegion extends Disposable {
  /** Shows these lines in place of the previous ones. Calls in quick succession are drawn once. */
  show(lines: readonly string[]): void;
  /** Writes lines above the region, where they stay. */
  note(lines: readonly string[]): void;
  /** Draws what is pending, and leaves the lines on the screen. */
  keep(): void;
  /** Removes the region. */
  clear(): void;
}

/** Milliseconds between two drawings; faster changes cannot be read. */
const BETWEEN_DRAWINGS = 50;

/**
 * Opens a region on a screen; without one (a pipe, a file) nothing is shown. Between drawings the cursor is on the line below, and no
 * terminal mode is changed: however the program ends, even by a kill, the terminal stays clean.
 */
export function openLiveRegion(screen: Screen | undefined, clock: Clock = systemClock): LiveRegion {
  if (!screen) return nowhere;
  let wanted: readonly string[] = [];
  let drawn: readonly string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  let place: Place | undefined;

  const hide = (): void => {
    if (drawn.length > 0) screen.write(back(drawn, screen) + BELOW);
    drawn = [];
  };
  const drawNow = (above: readonly string[] = []): void => {
    const lines = fitting(wanted, screen);
    screen.write(
      back(drawn, screen) + [...above, ...lines].map((line) => `${line}${TO_END_OF_LINE}\n`).join("") + BELOW,
    );
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
      // Lines that are still being redrawn may be above the region; they move below the lines that stay.
      place?.draw(hide);
      const isMoved = place !== undefined;
      leave();
      if (isMoved && kept.length > 0) note(kept);
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

const nowhere: LiveRegion = {
  show: () => {},
  note: () => {},
  keep: () => {},
  clear: () => {},
  [Symbol.dispose]: () => {},
};

const TO_END_OF_LINE = "\u001b[K";
const BELOW = "\u001b[J";

/** Moves to the start of the region. A terminal that has become narrower has wrapped its lines again. */
function back(drawn: readonly string[], screen: Screen): string {
  const { width } = screen.style();
  const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / width)), 0);
  const reachable = Math.min(rows, screen.rows() - 1);
  return reachable > 0 ? `\r\u001b[${reachable}A` : "\r";
}

/** Lines must not wrap, and one row must remain for the cursor: rows above the screen cannot be reached again. */
function fitting(lines: readonly string[], screen: Screen): readonly string[] {
  const { width, unicode } = screen.style();
  const { ellipsis } = symbols(unicode);
  const room = Math.max(1, screen.rows() - 1);
  const kept =
    lines.length <= room ? lines : [...lines.slice(0, room - 1), `${ellipsis} ${lines.length - room + 1} more`];
  return kept.map((line) => truncateStyled(line, width - 1, ellipsis));
}
