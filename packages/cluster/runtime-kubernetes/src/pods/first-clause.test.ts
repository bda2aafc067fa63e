import { expect, test } from "vitest";
import { firstClause } from "./state-of.ts";

test("a message is shortened to its first clause, without the details about preemption", () => {
  const clause = "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules";
  const details = "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";
  expect(firstClause(`${clause}. ${details}`)).toBe(clause);
  expect(firstClause(`${clause}. no new claims to deallocate, ${details}`)).toBe(clause);
  expect(firstClause("Eviction API: evicting.")).toBe("Eviction API: evicting");
});

test("what is left of the details about preemption is left out, too", () => {
  const clause = "0/6 nodes are available: pod has unbound immediate PersistentVolumeClaims";
  expect(firstClause(`${clause}. not found`)).toBe(clause);
  expect(firstClause('secret "a.b" not found')).toBe('secret "a.b" not found');
});
