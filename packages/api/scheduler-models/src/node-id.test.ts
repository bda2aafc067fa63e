import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNodeId, parseNodeId, parseTaskId } from "./node-id.ts";

test.each([
  ["name-0", { type: "name", index: 0 }],
  ["data-12", { type: "data", index: 12 }],
  ["my-own-type-3", { type: "my-own-type", index: 3 }],
])("%s", (id, parsed) => {
  expect(parseNodeId(id)).toEqual(parsed);
});

test.each(["", "name", "name-", "-0", "name-01", "name-x", "UNKNOWN_POD_abc", "UNKNOWN_POD_name-0", "name-0-node"])(
  "%j is no node id",
  (id) => {
    expect(parseNodeId(id)).toBeUndefined();
  },
);

test("what is written is read back", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z-]{0,10}$/), fc.nat(), (type, index) => {
      expect(parseNodeId(formatNodeId({ type, index }))).toEqual({ type, index });
    }),
  );
});

test("a task id is a task and a uuid", () => {
  const uuid = "759c9fc2-3890-4921-8db8-c87532b1e033";
  expect(parseTaskId(`broker-2__${uuid}`)).toEqual({ task: "broker-2", uuid });
  expect(parseTaskId(`name__0-node__${uuid}`)).toEqual({ task: "name__0-node", uuid });
  for (const none of ["", "broker-2", "__x", "broker-2__"]) expect(parseTaskId(none)).toBeUndefined();
});
