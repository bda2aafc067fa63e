import { expect, test } from "vitest";
import { isOldSpelling, oldSpelling, readStatus, statuses } from "./step-status.ts";

test.each(statuses.map((status) => [oldSpelling(status), status]))("R1's %s is %s", (old, status) => {
  expect(readStatus(old)).toBe(status);
  expect(isOldSpelling(old)).toBe(true);
  expect(isOldSpelling(status)).toBe(false);
});

test.each(["", "c", "complete", "Frobbing", "TASK_RUNNING"])("%j is not changed", (status) => {
  expect(readStatus(status)).toBe(status);
  expect(isOldSpelling(status)).toBe(false);
});
