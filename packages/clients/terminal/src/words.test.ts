import { expect, test } from "vitest";
import { bytes, countOf, didYouMean, durationWords, grouped, localTime, stopwatch, utcTime } from "./words.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [-5, "0 ms"],
  [340, "340 ms"],
  [999.6, "1 s"],
  [41.9 * SECOND, "41 s"],
  [5 * MINUTE + 59 * SECOND, "5 min"],
  [3 * HOUR + 12 * MINUTE, "3 h 12 min"],
  [2 * HOUR, "2 h"],
  [52 * HOUR, "2 d 4 h"],
])("%i ms last %s", (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words);
});

test("a running clock shows hours, minutes and seconds", () => {
  expect([stopwatch(72_900), stopwatch(100 * HOUR)]).toEqual(["00:01:12", "100:00:00"]);
});

test("times are by the clock on the wall, with the date where it is not today's", () => {
  const inBerlin = localTime(() => 60);
  const now = Date.parse("2026-11-20T01:20:07Z");
  expect(inBerlin.at(Date.parse("2026-11-20T01:14:07.900Z"), now)).toBe("02:14:07");
  expect(inBerlin.at(Date.parse("2026-11-19T23:14:07Z"), now)).toBe("00:14:07");
  expect(inBerlin.at(Date.parse("2026-11-19T22:14:07Z"), now)).toBe("2026-11-19 23:14:07");
});

test("times elsewhere are ISO and UTC", () => {
  expect(utcTime.at(Date.parse("2026-11-20T02:14:07.900+01:00"), 0)).toBe("2026-11-20T01:14:07Z");
});

test("this machine's own zone is found", () => {
  const noon = new Date(2026, 5, 15, 12, 0, 0).getTime();
  expect(localTime().at(noon, noon)).toBe("12:00:00");
});

test.each([
  [0, "0 B"],
  [1_023, "1023 B"],
  [1_536, "1.5 KiB"],
  [1_048_575, "1.0 MiB"],
  [5_000 * 1_048_576, "4.9 GiB"],
])("%i bytes are %s", (count, words) => {
  expect(bytes(count)).toBe(words);
});

test("numbers are grouped, things counted", () => {
  expect([grouped(1234567), grouped(12n), countOf(1, "step"), countOf(10_000, "step")]).toEqual([
    "1,234,567",
    "12",
    "1 step",
    "10,000 steps",
  ]);
});

test("the question stands behind a sentence, or nothing does", () => {
  expect(`no topic "ordrs" in kafka.${didYouMean("ordrs", ["orders"])}`).toBe('no topic "ordrs" in kafka. Did you mean "orders"?');
  expect(didYouMean("zebra", ["orders"])).toBe("");
});
