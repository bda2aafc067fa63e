import { expect, test } from "vitest";
import { firstClause } from "./first-clause.ts";

test("a message is shortened to its first clause, without the details about preemption", () => {
  const clause = "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules";
  const details = "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";
  expect(firstClause(`${clause}. ${details}`)).toBe(clause);
  expect(firstClause(`${clause}. no new claims to deallocate, ${details}`)).toBe(clause);
  expect(firstClause("Eviction API: evicting.")).toBe("Eviction API: evicting");
});
