import { expect, test } from "vitest";
import { createClosing } from "./service-context.ts";

function scene() {
  const logged: unknown[] = [];
  const closed: string[] = [];
  const closing = createClosing((...entry: readonly unknown[]) => void logged.push(entry));
  const add = (what: string, failure?: Error) =>
    closing.add(what, async () => {
      closed.push(what);
      if (failure) throw failure;
    });
  return { logged, closed, closing, add };
}

test("resources are closed once each, the last opened first", async () => {
  const { logged, closed, closing, add } = scene();
  add("engines");
  add("server");
  await closing.close();
  await closing.close();
  expect([closed, logged]).toEqual([["server", "engines"], []]);
});

test("a failure does not prevent the others from being closed: all errors are logged, and the first is thrown", async () => {
  const { logged, closed, closing, add } = scene();
  const first = new Error("the first");
  add("engines");
  add("orchestrator", new Error("the second"));
  add("server", first);
  await expect(closing.close()).rejects.toBe(first);
  expect(closed).toEqual(["server", "orchestrator", "engines"]);
  expect(logged).toEqual([
    ["error", "not-closed", { reason: "server: the first" }],
    ["error", "not-closed", { reason: "orchestrator: the second" }],
  ]);
});
