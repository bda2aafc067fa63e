import { expect, test } from "vitest";
import { servedTimes } from "./served-times.ts";

function times() {
  const clock = { now: 1000 };
  return { clock, served: servedTimes(() => clock.now) };
}

test("clients are connected some seconds after a node is back", () => {
  const { clock, served } = times();
  served.note("node-0", true);
  expect(served.areClientsBack("node-0")).toBe(false);
  clock.now += 5000;
  served.note("node-0", true);
  expect(served.areClientsBack("node-0")).toBe(true);
  served.note("node-0", false);
  served.note("node-0", true);
  expect(served.areClientsBack("node-0")).toBe(false);
});

test("a node that was never seen before may have come back just now", () => {
  const { clock, served } = times();
  expect(served.areClientsBack("node-0")).toBe(false);
  clock.now += 5000;
  expect(served.areClientsBack("node-0")).toBe(true);
});
