import fc from "fast-check";
import { expect, test } from "vitest";
import { rewrite } from "./rewrite.ts";

const words = new Set(["use", "show", "help"]);
const rewritten = (typed: string) => rewrite(typed, words).trim();

test.each([
  ["use kafka", 'use("kafka")'],
  ["  show topic orders;", 'show("topic", "orders")'],
  ["help broker.topics.create", 'help("broker.topics.create")'],
  ["show(plans)", "show(plans)"],
  ["user kafka", "user kafka"],
  ["use = 3", "use = 3"],
  ["help", 'typeof help === "function" ? help() : help'],
])("words without brackets become calls: %s", (typed, code) => {
  expect(rewritten(typed)).toBe(code);
});

test.each([
  ["const x = broker.topics.list()", "const x = await broker.topics.list()"],
  ["let { partitions } = broker.topics.describe({ topic: 'a(' })", "let { partitions } = await broker.topics.describe({ topic: 'a(' })"],
  ["x = prod.broker.topics.list();", "x = await prod.broker.topics.list();"],
  ["broker.topics.list().length", "(await broker.topics.list()).length"],
  ["const n = broker.topics.list()[0]", "const n = (await broker.topics.list())[0]"],
])("a service call whose result is used at once is awaited: %s", (typed, code) => {
  expect(rewritten(typed)).toBe(code);
});

test.each([
  "broker.topics.list()",
  "broker.topics.list().then(print)",
  "broker.topics.list().catch(() => [])",
  "const f = () => broker.topics.list()",
  "await broker.topics.list()",
  "const x = await broker.topics.list()",
  "Math.max(1, 2)",
  "x == broker.topics.list()",
  "broker.topics.list(",
])("everything else is unchanged: %s", (typed) => {
  expect(rewritten(typed)).toBe(typed);
});

test("the result is valid JavaScript if the typed text was", () => {
  const call = fc.constantFrom("broker.topics.list()", "kafka.plans.show({ plan: 'a' })", "a.b.c(`1`)");
  const before = fc.constantFrom("", "const x = ", "let [y] = ", "z = ");
  const after = fc.constantFrom("", ".length", "[0].name", " + 1", ";", "?.x", ".then(f)", " // done", "\n.length");
  fc.assert(
    fc.property(before, call, after, (...parts) => {
      const code = rewrite(parts.join(""), words);
      expect(() => new Function(`return async () => { ${code}\n }`)).not.toThrow();
    }),
  );
});
