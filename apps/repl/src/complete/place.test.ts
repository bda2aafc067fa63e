import fc from "fast-check";
import { expect, test } from "vitest";
import { callAround, placeIn } from "./place.ts";

test.each([
  ["broker.", { kind: "member", path: "broker", typed: "" }],
  ["const x = broker.topics.cr", { kind: "member", path: "broker.topics", typed: "cr" }],
  ["broker.topics.create(", { kind: "call", path: "broker.topics.create" }],
  ["broker.topics.create({ ", { kind: "field", path: "broker.topics.create", typed: "", given: new Set() }],
  ['broker.topics.create({ topic: "a,b", par', { kind: "field", path: "broker.topics.create", typed: "par", given: new Set(["topic"]) }],
  ['broker.topics.describe({ topic: "or', { kind: "value", path: "broker.topics.describe", field: "topic", typed: "or", quote: '"' }],
  [
    "broker.pods.restartAllAndWait({ nodes: ['broker-0', 'br",
    { kind: "value", path: "broker.pods.restartAllAndWait", field: "nodes", typed: "br", quote: "'" },
  ],
  [
    "print(await broker.brokers.restart({ broker: 1",
    { kind: "value", path: "broker.brokers.restart", field: "broker", typed: "1", quote: undefined },
  ],
  ['connect("pr', { kind: "text", path: "connect", typed: "pr", quote: '"' }],
  [
    'broker.pods.restartAllAndWait({ nodes: ["broker-0", ',
    { kind: "value", path: "broker.pods.restartAllAndWait", field: "nodes", typed: "", quote: undefined },
  ],
  ['broker.topics.describe({ topic: "orders"', undefined],
  ['broker.pods.restartAllAndWait({ nodes: ["broker-0"', undefined],
  ["if (x) {", undefined],
  ["// broker.", undefined],
  ['"broker.', undefined],
])("%s", (code, place) => {
  expect(placeIn(code)).toEqual(place);
});

test("a hint is shown for the open call, even inside its arguments", () => {
  expect(callAround('broker.topics.create({ topic: f("x", [1')).toBe("f");
  expect(callAround('broker.topics.create({ topic: f("x"), partitions: [1')).toBe("broker.topics.create");
  expect(callAround("broker.topics.list()")).toBeUndefined();
});

test("any text has a place or none, and never throws", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom("broker.", "topics", "(", "{ ", ": ", '"', "'", "`", "]", ", ", "\\", "//", "/*"));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const code = pieces.join("");
      expect(() => [placeIn(code), callAround(code)]).not.toThrow();
    }),
  );
});
