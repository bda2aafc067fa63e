import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../test/any-character.ts";
import { padEnd, padStart, truncate, truncateStyled, wrap } from "./fit.ts";
import { ascii, safe, safeLines } from "./safe.ts";
import { colours, plain, shown, shownWithin } from "./style.ts";
import { cellsOf, displayWidth } from "./width.ts";

/** Text as a hostile server may send it. */
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom("\u001b[2J", "\u009b31m", "\u202e", "\u200d", "\ud800", "\u0301", "👩‍🚀", "漢", "\n", "a", "\u3164"),
  }),
);

describe("safe text", () => {
  test.each([
    ["orders", "orders"],
    ["naïve 漢字 👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "naïve 漢字 👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️"],
    ["\u001b[2J\u001b]0;title\u0007", "\\x1b[2J\\x1b]0;title\\x07"],
    ["a\nb\r\tc", "a\\nb\\r\\tc"],
    ["\u202etxt.exe", "\\u202etxt.exe"],
    ["or\u200bders\u200d", "or\\u200bders\\u200d"],
    ["\u009b31m\u0085", "\\x9b31m\\x85"],
    ["\ud800x", "\\ud800x"],
    ["\u{e0041}", "\\u{e0041}"],
    ["blank\u3164", "blank\\u3164"],
    [`e${"\u0301".repeat(8)}`, `e${"\u0301".repeat(5)}\\u0301\\u0301\\u0301`],
  ])("%j reads %s", (text, expected) => {
    expect(safe(text)).toBe(expected);
  });

  test("has nothing that a terminal obeys, whatever a server sends", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        // The only invisible characters that remain are joiners within an emoji.
        const harmless = safe(text).replace(
          /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu,
          "",
        );
        expect(harmless).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(safe(safe(text))).toBe(safe(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test("of several lines keeps its lines and tabs", () => {
    expect(safeLines("<a>\r\n\t<b>\u001b[m</b>\n</a>")).toBe("<a>\n\t<b>\\x1b[m</b>\n</a>");
  });

  test("for a terminal without Unicode is ASCII", () => {
    expect(ascii("naïve 👩")).toBe("na\\xefve \\u{1f469}");
    fc.assert(fc.property(hostile, (text) => /^[ -~]*$/.test(shown(text, { unicode: false }))));
  });
});

describe("width", () => {
  test.each([
    ["", 0],
    ["orders", 6],
    ["漢字", 4],
    ["ﾊﾝ", 2],
    ["한글", 4],
    ["e\u0301", 1],
    ["👩‍🚀", 2],
    ["👍🏽", 2],
    ["1️⃣", 2],
    ["❤", 1],
    ["✔", 1],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["├─ ✓ ⠹ · …", 10],
    [colours.red("漢"), 2],
  ])("%j takes %i columns", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test("is never exceeded by what was cut, and what fits is not cut", () => {
    const width = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(hostile, width, (text, most) => {
        const harmless = safe(text);
        expect(displayWidth(truncate(harmless, most))).toBeLessThanOrEqual(most);
        expect(displayWidth(shownWithin(text, most, { unicode: false }))).toBeLessThanOrEqual(most);
        expect(truncate(harmless, displayWidth(harmless))).toBe(harmless);
        expect(displayWidth(truncateStyled(colours.bold(harmless) + colours.red(harmless), most))).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is what a text is filled up to", () => {
    expect([padEnd("漢", 4), padStart("漢", 4), padEnd("orders", 3)]).toEqual(["漢  ", "  漢", "orders"]);
  });
});

test("a cut keeps emoji and their parts together", () => {
  expect(truncate("👩‍🚀👩‍🚀👩‍🚀", 4)).toBe("👩‍🚀…");
  expect(truncate("漢字漢字", 4)).toBe("漢…");
  expect(truncate("orders", 2, "...")).toBe("..");
});

test("a cut line with colours switches them off again", () => {
  expect(truncateStyled(`${colours.red("orders")} ${colours.green("payments")}`, 8)).toBe(
    "\u001b[31morders\u001b[39m \u001b[32m\u001b[39m…",
  );
});

test("lines are broken between words, and no line is too long", () => {
  expect(wrap("3 partitions under-replicated: orders/0 orders/2", 20)).toEqual(["3 partitions", "under-replicated:", "orders/0 orders/2"]);
  expect(wrap("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  expect(wrap("𠀀𑭡", 2)).toEqual(["𠀀𑭡"]);
  fc.assert(
    fc.property(hostile, fc.integer({ min: 2, max: 20 }), (text, width) => {
      const harmless = safe(text);
      const lines = wrap(harmless, width);
      // One unit can be wider than a narrow line: an ideograph with a mark that has a width of its own.
      for (const line of lines) if (cellsOf(line).length > 1) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(" ", "")).toBe(harmless.replaceAll(" ", ""));
    }),
  );
});

test("the plain look has no limit", () => {
  expect(shownWithin("x".repeat(10_000), plain.width, plain)).toHaveLength(10_000);
});
