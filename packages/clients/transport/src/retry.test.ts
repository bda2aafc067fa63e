import { expect, test } from "vitest";
import { waitBefore } from "./retry.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const at = (random: number) => ({ now: () => NOW, random: () => random });
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

const waits = (headers: Record<string, string>) => [0, 0.5, 1].map((random) => waitBefore(1, new Headers(headers), at(random)));

test("without a word of the server the wait is spread over all of a bound that doubles, up to five seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((retry) => waitBefore(retry, undefined, at(1)))).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  expect(waits({})).toEqual([0, 100, 200]);
});

test("a pause that the server asks for is never shortened, and jitter is added to it", () => {
  expect(waits({ "retry-after": "0" })).toEqual([0, 100, 200]);
  expect(waits({ "retry-after": "1" })).toEqual([1_000, 1_100, 1_200]);
  expect(waits({ "retry-after": "20" })).toEqual([20_000, 21_000, 22_000]);
});

test("one that is too long is not begun", () => {
  expect(waits({ "retry-after": "21" })).toEqual([undefined, undefined, undefined]);
  expect(waits({ "retry-after": inSeconds(21) })).toEqual([undefined, undefined, undefined]);
});

test("a date is one by the server's clock, where the server says what that is", () => {
  const anHourAhead = { "retry-after": inSeconds(3_605), date: inSeconds(3_600) };
  const anHourBehind = { "retry-after": inSeconds(-3_595), date: inSeconds(-3_600) };
  for (const headers of [anHourAhead, anHourBehind]) expect(waits(headers)[0]).toBe(5_000);
  expect(waits({ "retry-after": inSeconds(5) })[0]).toBe(5_000);
  expect(waits({ "retry-after": inSeconds(5), date: "not a date" })[0]).toBe(5_000);
  expect(waits({ "retry-after": inSeconds(-5) })).toEqual([0, 100, 200]);
});

test("what is neither seconds nor a date is ignored", () => {
  for (const after of ["soon", "-1", "1.5", "", "2026-01-01"]) expect(waits({ "retry-after": after })).toEqual([0, 100, 200]);
});
