import { buildRequest, checkInput } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { proposeReset, resetGroup, showGroup } from "./groups.ts";

describe("a reset", () => {
  test.each([
    [{ to: "first" }, { to: "first" }],
    [{ to: 1_700_000_000_000 }, { to: 1_700_000_000_000 }],
    [{ to: "1700000000000" }, { to: 1_700_000_000_000 }],
    [{ to: "2026-01-31T08:00:00Z" }, { to: 1_769_846_400_000 }],
    [{ to: "2026-01-31T09:00+01:00" }, { to: 1_769_846_400_000 }],
    [{ offset: 0 }, { offset: 0 }],
    [
      { by: -10, topics: "orders/0,payments" },
      { by: -10, topics: "orders/0,payments" },
    ],
  ])("%j is sent as %j", (input, canonical) => {
    expect(checkInput(resetGroup, { group: "reports", ...input })).toEqual({ group: "reports", ...canonical });
  });

  test.each([
    [{}, "to: expected exactly one of to, offset and by"],
    [{ to: "last", by: 1 }, "expected exactly one of to, offset and by"],
    [{ to: "yesterday" }, "to: expected first, last, or a time"],
    // A time without a zone would depend on where it is read.
    [{ to: "2026-01-31T08:00:00" }, "to: expected first, last, or a time"],
    [{ to: "2026-13-31T08:00:00Z" }, "to: expected first, last, or a time"],
    [{ to: "99999999999999999" }, "to: expected first, last, or a time"],
    [{ to: -5 }, "to: expected first, last, or a time"],
    [{ offset: -1 }, "offset: expected an integer of at least 0"],
    [{ to: "last", topics: "orders/x" }, "topics: expected topics, or partitions such as orders/0"],
  ])("%j is refused", (input, words) => {
    expect(() => checkInput(proposeReset, { group: "reports", ...input })).toThrow(words);
  });
});

describe("names of groups", () => {
  test.each(["reports", "connect/sink 1", "größer", "%2e", "..."])("%s is one", (group) => {
    const { path } = buildRequest(showGroup, { revision: "R3", service: "kafka", input: { group } });
    expect(path).toBe(`/reeve/v1/services/kafka/groups/${encodeURIComponent(group)}`);
  });

  test.each(["", ".", "..", "a\n", "x".repeat(256)])("%j is refused", (group) => {
    expect(() => checkInput(showGroup, { group })).toThrow("group: expected the name of a consumer group");
  });
});
