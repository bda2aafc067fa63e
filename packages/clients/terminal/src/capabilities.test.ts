import { expect, test } from "vitest";
import { canAnimate, canAsk, colourDepth, showsUnicode } from "./capabilities.ts";

const on = (env: Record<string, string>, platform = "linux") => ({ env, platform });

test.each([
  ["an ordinary terminal", on({ TERM: "xterm" }), true, 4],
  ["one of 256 colours", on({ TERM: "xterm-256color" }), true, 8],
  ["one of all colours", on({ TERM: "xterm-256color", COLORTERM: "truecolor" }), true, 24],
  ["Windows Terminal", on({ WT_SESSION: "1" }, "win32"), true, 24],
  ["a console of Windows", on({}, "win32"), true, 4],
  ["a dumb one", on({ TERM: "dumb", COLORTERM: "truecolor" }), true, 1],
  ["one of which nothing is known", on({}), true, 1],
  ["NO_COLOR", on({ TERM: "xterm", NO_COLOR: "1" }), true, 1],
  ["an empty NO_COLOR, which says nothing", on({ TERM: "xterm", NO_COLOR: "" }), true, 4],
  ["a pipe", on({ TERM: "xterm-256color" }), false, 1],
  ["a pipe and FORCE_COLOR", on({ FORCE_COLOR: "1" }), false, 4],
  ["FORCE_COLOR against NO_COLOR", on({ FORCE_COLOR: "3", NO_COLOR: "1" }), false, 24],
  ["FORCE_COLOR without a number", on({ FORCE_COLOR: "" }), false, 4],
  ["FORCE_COLOR=0", on({ TERM: "xterm", FORCE_COLOR: "0" }), true, 1],
])("colours: %s", (_, processContext, isTerminal, depth) => {
  expect(colourDepth(processContext, isTerminal)).toBe(depth);
});

test.each([
  ["by its language", on({ LANG: "de_DE.UTF-8" }), true],
  ["spelled otherwise", on({ LC_CTYPE: "C.utf8" }), true],
  ["an older encoding", on({ LANG: "de_DE.ISO-8859-1" }), false],
  ["LC_ALL above all", on({ LC_ALL: "C", LANG: "de_DE.UTF-8" }), false],
  ["LC_CTYPE above LANG", on({ LC_CTYPE: "C", LANG: "de_DE.UTF-8" }), false],
  ["no locale", on({}), false],
  ["the console of Linux", on({ LANG: "de_DE.UTF-8", TERM: "linux" }), false],
  ["macOS without a locale", on({}, "darwin"), true],
  ["Windows Terminal", on({ WT_SESSION: "1" }, "win32"), true],
  ["a console of Windows", on({}, "win32"), false],
])("Unicode: %s", (_, processContext, expected) => {
  expect(showsUnicode(processContext)).toBe(expected);
});

test("nothing is animated in pipes, dumb terminals and builds", () => {
  expect(canAnimate(on({ TERM: "xterm" }), true)).toBe(true);
  expect(canAnimate(on({ TERM: "xterm", CI: "false" }), true)).toBe(true);
  expect(canAnimate(on({ TERM: "xterm" }), false)).toBe(false);
  expect(canAnimate(on({ TERM: "dumb" }), true)).toBe(false);
  expect(canAnimate(on({ TERM: "xterm", CI: "true" }), true)).toBe(false);
});

test("there are no prompts without a terminal for input and notes", () => {
  expect(canAsk(on({ TERM: "dumb" }), true, true)).toBe(true);
  expect(canAsk(on({}), false, true)).toBe(false);
  expect(canAsk(on({}), true, false)).toBe(false);
  expect(canAsk(on({ CI: "1" }), true, true)).toBe(false);
});
