import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnScreen } from "../../test/drawn-screen.ts";
import { handClock } from "../../test/hand-clock.ts";
import { progressBar } from "../plan/progress.ts";
import { colours, plain } from "../text/style.ts";
import { createBottom } from "./bottom.ts";
import { openLiveRegion } from "./live-region.ts";
import { startSpinner } from "./spinner.ts";

/** A screen with lines that are redrawn, and other output. */
function withBottom(columns: number, rows: number) {
  const bottom = createBottom();
  const screen = Object.assign(drawnScreen(columns, rows), { bottom });
  return { screen, print: (text: string) => bottom.above(text, () => screen.write(text)) };
}

describe("a live region", () => {
  test("is drawn over itself, whether it grows or shrinks", () => {
    const clock = handClock();
    const screen = drawnScreen(40, 10);
    const region = openLiveRegion(screen, clock);
    region.show(["one", "two", "three"]);
    expect(screen.lines()).toEqual(["one", "two", "three"]);
    clock.pass(100);
    region.show(["1"]);
    expect(screen.lines()).toEqual(["1"]);
    clock.pass(100);
    region.show(["1", "a longer line than before"]);
    expect(screen.lines()).toEqual(["1", "a longer line than before"]);
    region.keep();
    clock.pass(100);
    region.show(["next"]);
    expect(screen.lines()).toEqual(["1", "a longer line than before", "next"]);
    region.clear();
    expect(screen.lines()).toEqual(["1", "a longer line than before"]);
  });

  test("leaves what stood above it, and notes go there", () => {
    const clock = handClock();
    const screen = drawnScreen(40, 10);
    screen.write("$ reeve broker plans watch\n");
    using region = openLiveRegion(screen, clock);
    region.show(["broker-0 starting"]);
    region.note(["broker-0 is slow"]);
    expect(screen.lines()).toEqual(["$ reeve broker plans watch", "broker-0 is slow", "broker-0 starting"]);
  });

  test("draws many changes in a short time once, and the last one always", () => {
    const clock = handClock();
    const screen = drawnScreen(40, 10);
    const region = openLiveRegion(screen, clock);
    for (let count = 0; count <= 1_000; count++) region.show([`${count}`]);
    expect(screen.writes()).toBe(1);
    clock.pass(50);
    expect([screen.writes(), screen.lines()]).toEqual([2, ["1000"]]);
    region.show(["last"]);
    region.keep();
    expect(screen.lines()).toEqual(["last"]);
    clock.pass(1_000);
    expect(screen.writes()).toBe(3);
  });

  test("on a terminal that is lower than its content says how much is missing", () => {
    const screen = drawnScreen(40, 5);
    const region = openLiveRegion(screen, handClock());
    region.show(Array.from({ length: 20 }, (_, index) => `step ${index}`));
    expect(screen.lines()).toEqual(["step 0", "step 1", "step 2", "… 17 more"]);
  });

  test("survives that the terminal becomes narrower", () => {
    const clock = handClock();
    const screen = drawnScreen(40, 10);
    screen.write("above\n");
    const region = openLiveRegion(screen, clock);
    region.show(["x".repeat(39), "y"]);
    screen.resize(20, 10);
    clock.pass(100);
    region.show(["short"]);
    expect(screen.lines()).toEqual(["above", "short"]);
  });

  test("leaves nothing behind, whatever it showed and however the terminal was resized", () => {
    const line = fc.string({ unit: fc.constantFrom("a", " ", "漢", "👩‍🚀", colours.red("x")), maxLength: 60 });
    const size = fc.record({ columns: fc.integer({ min: 5, max: 60 }), rows: fc.integer({ min: 12, max: 20 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(line, { maxLength: 4 }), size), { maxLength: 8 }), (shows) => {
        const clock = handClock();
        const screen = drawnScreen(60, 20);
        screen.write("top\n");
        const region = openLiveRegion(screen, clock);
        for (const [lines, { columns, rows }] of shows) {
          region.show(lines);
          clock.pass(60);
          // The terminal keeps at least 31 columns. In a narrower one, wrapped lines would leave the screen at the top, where they cannot
          // be removed.
          screen.resize(Math.max(columns, 31), rows);
        }
        region.clear();
        expect(screen.lines()).toEqual(["top"]);
      }),
      { numRuns: 300 },
    );
  });

  test("keeps what is written beside it, and stays below it", () => {
    const clock = handClock();
    const { screen, print } = withBottom(40, 12);
    const region = openLiveRegion(screen, clock);
    region.show(["broker-0 starting", "broker-1 pending"]);
    print("error: the definition is refused\n");
    print("       at line 4\n");
    clock.pass(100);
    region.show(["broker-0 complete"]);
    expect(screen.lines()).toEqual(["error: the definition is refused", "       at line 4", "broker-0 complete"]);
    region.keep();
    print("done\n");
    expect(screen.lines().slice(-2)).toEqual(["broker-0 complete", "done"]);
  });

  test("is not drawn over a line that the user is typing", () => {
    const clock = handClock();
    const { screen, print } = withBottom(40, 12);
    const region = openLiveRegion(screen, clock);
    region.show(["working"]);
    print("prompt> ty");
    clock.pass(100);
    region.show(["working still"]);
    expect(screen.lines()).toEqual(["prompt> ty"]);
    print("ped\n");
    expect(screen.lines()).toEqual(["prompt> typed", "working still"]);
    region.clear();
    expect(screen.lines()).toEqual(["prompt> typed"]);
  });

  test("beside another leaves nothing of either, in whatever order they are drawn and end", () => {
    const step = fc.record({
      which: fc.nat(2),
      what: fc.oneof(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { maxLength: 3 }),
        fc.constantFrom("clear" as const, "keep" as const, "print" as const),
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const clock = handClock();
        const { screen, print } = withBottom(40, 60);
        const regions = [0, 1, 2].map(() => openLiveRegion(screen, clock));
        const shown: string[][] = [[], [], []];
        const stays: string[] = [];
        for (const [index, { which, what }] of steps.entries()) {
          clock.pass(100);
          if (what === "print") {
            print(`line ${index}\n`);
            stays.push(`line ${index}`);
          } else if (typeof what === "string") {
            if (what === "keep") regions[which]?.keep();
            else regions[which]?.clear();
            if (what === "keep") stays.push(...(shown[which] ?? []));
            shown[which] = [];
          } else {
            regions[which]?.show(what);
            shown[which] = what;
          }
          expect(screen.lines().toSorted()).toEqual([...stays, ...shown.flat()].toSorted());
          expect(screen.lines().slice(0, stays.length)).toEqual(stays);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("without a terminal writes nothing", () => {
    const region = openLiveRegion(undefined, handClock());
    region.show(["x"]);
    region.note(["y"]);
    region.keep();
    region.clear();
    expect(startSpinner(undefined, "z", handClock()).stop()).toBeUndefined();
  });
});

describe("a spinner", () => {
  test("turns, tells the time, and leaves how it ended", () => {
    const clock = handClock();
    const screen = drawnScreen(80, 10);
    const spinner = startSpinner(screen, "recovery  broker-1 starting", clock);
    expect(screen.lines()).toEqual(["⠋ recovery  broker-1 starting · 00:00:00"]);
    clock.pass(21_000);
    expect(screen.lines()).toEqual(["⠋ recovery  broker-1 starting · 00:00:21"]);
    spinner.update("recovery  broker-1 joining");
    clock.pass(51_200);
    expect(screen.lines()).toEqual(["⠹ recovery  broker-1 joining · 00:01:12"]);
    spinner.succeed("broker-1 replaced, in sync again");
    clock.pass(1_000);
    expect(screen.lines()).toEqual(["✓ broker-1 replaced, in sync again · 00:01:12"]);
  });

  test("that has too much to say keeps its time", () => {
    const screen = drawnScreen(40, 10);
    using _ = startSpinner(screen, "broker-1 fetches its data from its replicas again", handClock());
    expect(screen.lines()).toEqual(["⠋ broker-1 fetches its data… · 00:00:00"]);
  });

  test("that is only stopped leaves nothing", () => {
    const screen = drawnScreen(80, 10);
    startSpinner(screen, "working", handClock()).succeed("broker-1 is back");
    expect(screen.lines()).toEqual(["✓ broker-1 is back · 00:00:00"]);
    {
      using _ = startSpinner(screen, "working", handClock());
    }
    expect(screen.lines()).toHaveLength(1);
  });
});

test.each([
  [0, "──────────"],
  [0.04, "──────────"],
  [0.1, "╸─────────"],
  [0.5, "━━━━╸─────"],
  [1, "━━━━━━━━━━"],
  [7, "━━━━━━━━━━"],
  [-1, "──────────"],
])("a share of %d", (share, bar) => {
  expect(progressBar(share, 10, plain)).toBe(bar);
});
