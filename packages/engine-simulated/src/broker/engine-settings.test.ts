import { expect, test } from "vitest";
import { checkEngineSettings, effectiveSettings } from "./engine-settings.ts";

test.each([
  { "delete.topic.enable": false, "num.partitions": "12" },
  { "log.cleaner.min.cleanable.ratio": 0.5, "compression.type": "zstd" },
  {},
])("%j is taken", (settings) => {
  expect(() => checkEngineSettings(settings)).not.toThrow();
});

test.each([
  [{ "delete.topics.enable": true }, "is not a setting of the broker; did you mean delete.topic.enable?"],
  [{ xyz: 1 }, "engineConfiguration: xyz is not a setting of the broker"],
  [{ "num.partitions": "many" }, 'num.partitions is "many", expected a whole number'],
  [{ "delete.topic.enable": "yes" }, "expected true or false"],
  [{ "broker.id": 7 }, "broker.id is set by the service"],
  [{ "super.users": "a\nbroker.id=7" }, "expected one line of text"],
  [{ "super.users": "{{NOTHING}}" }, "expected one line of text"],
])("%j is refused", (settings, words) => {
  expect(() => checkEngineSettings(settings)).toThrow(words);
});

test("how long records are kept is given in any of its units, the finest one wins", () => {
  expect(effectiveSettings({}).retentionMs).toBe(168 * 3_600_000);
  expect(effectiveSettings({ "log.retention.hours": 1 }).retentionMs).toBe(3_600_000);
  expect(effectiveSettings({ "log.retention.hours": 1, "log.retention.minutes": 2 }).retentionMs).toBe(120_000);
  expect(effectiveSettings({ "log.retention.minutes": 2, "log.retention.ms": -1 }).retentionMs).toBe(-1);
});
