import { expect, test } from "vitest";
import { effectiveSettings } from "./engine-settings.ts";

test("how long records are kept is given in any of its units, the finest one wins", () => {
  expect(effectiveSettings({}, 3).retentionMs).toBe(168 * 3_600_000);
  expect(effectiveSettings({ "log.retention.hours": 1 }, 3).retentionMs).toBe(3_600_000);
  expect(effectiveSettings({ "log.retention.hours": 1, "log.retention.minutes": 2 }, 3).retentionMs).toBe(120_000);
  expect(effectiveSettings({ "log.retention.minutes": 2, "log.retention.ms": -1 }, 3).retentionMs).toBe(-1);
});
