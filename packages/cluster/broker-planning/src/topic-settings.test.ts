import { topicSettingNames } from "@reeve/broker-models";
import { describe, expect, test } from "vitest";
import { checkTopicSettings, topicSettingsOf } from "./topic-settings.ts";

const settingOf = (name: string, own: Record<string, string>, given: Record<string, string | number> = {}) =>
  topicSettingsOf(own, given, { "min.insync.replicas": 2 }).find((each) => each.name === name);

test("completion offers the settings that topics have", () => {
  expect(topicSettingsOf({}, {}, {}).map(({ name }) => name)).toEqual(topicSettingNames);
});

describe("the origin of a value", () => {
  test.each([
    ["retention.ms", {}, {}, ["604800000", "default", "604800000"]],
    ["retention.ms", { "retention.ms": "5" }, {}, ["5", "topic", "604800000"]],
    ["retention.ms", { "retention.ms": "5" }, { "log.retention.hours": 1 }, ["5", "topic", "3600000"]],
    ["retention.ms", {}, { "log.retention.hours": 1, "log.retention.minutes": 2 }, ["120000", "broker", "120000"]],
    ["retention.ms", {}, { "log.retention.hours": 1, "log.retention.ms": -1 }, ["-1", "broker", "-1"]],
    ["retention.ms", {}, { "log.retention.hours": -1 }, ["-1", "broker", "-1"]],
    ["segment.ms", {}, { "log.roll.hours": 2 }, ["7200000", "broker", "7200000"]],
    ["min.insync.replicas", {}, {}, ["2", "broker", "2"]],
    ["min.insync.replicas", {}, { "min.insync.replicas": 3 }, ["3", "broker", "3"]],
  ] as const)("%s of a topic with %j and brokers with %j", (name, own, given, expected) => {
    const { value, origin, inherited } = settingOf(name, own, given) ?? {};
    expect([value, origin, inherited]).toEqual(expected);
  });
});

test.each([
  [{ "retention.mss": "1" }, "Unknown topic config name: retention.mss"],
  [{ "retention.ms": "soon" }, 'retention.ms is "soon", expected a whole number of at least -1'],
  [{ "cleanup.policy": "keep" }, 'cleanup.policy is "keep", expected some of compact, delete'],
  [{ preallocate: "yes" }, 'preallocate is "yes", expected true or false'],
])("%j is refused", (set, words) => {
  expect(() => checkTopicSettings(set as Record<string, string>)).toThrow(words);
});
