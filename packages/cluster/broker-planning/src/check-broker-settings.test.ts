import { expect, test } from "vitest";
import { checkBrokerSettings } from "./check-broker-settings.ts";

test.each([
  [{ "delete.topic.enable": false, "num.io.threads": 8, "log.retention.hours": "24" }],
  [{ "compression.type": "zstd", "log.cleaner.min.cleanable.ratio": 0.4, "super.users": "User:alice" }],
  [{ "log.retention.bytes": -1 }],
  [{ "log.cleanup.policy": "compact, delete", "min.insync.replicas": 3, "default.replication.factor": "3" }],
  [{ "broker.heartbeat.interval.ms": 1500 }],
  [{ "broker.heartbeat.interval.ms": 5000, "broker.session.timeout.ms": 10_000 }],
])("takes %j", (settings) => {
  expect(() => checkBrokerSettings(settings, 3)).not.toThrow();
});

test.each([
  ["num.io.thread", 8, "is not a setting of the broker; did you mean num.io.threads?"],
  ["node.id", 7, "is set by the service and cannot be set in a definition"],
  ["log.dirs", "/data", "is set by the service and cannot be set in a definition"],
  ["num.io.threads", 0, "is 0, expected a whole number that fits into 32 bits of at least 1"],
  ["num.io.threads", "many", 'is "many", expected a whole number that fits into 32 bits of at least 1'],
  ["num.io.threads", 3_000_000_000, "is 3000000000, expected a whole number that fits into 32 bits of at least 1"],
  ["message.max.bytes", 1, "is 1, expected a whole number that fits into 32 bits of at least 1024"],
  ["log.retention.bytes", -7, "is -7, expected a whole number of at least -1"],
  ["log.retention.hours", -2, "is -2, expected a whole number that fits into 32 bits of at least -1"],
  ["delete.topic.enable", "yes", 'is "yes", expected true or false'],
  ["compression.type", "rar", 'is "rar", expected one of uncompressed, zstd, lz4, snappy, gzip, producer'],
  ["log.cleanup.policy", "foo", 'is "foo", expected some of compact, delete'],
  ["log.cleanup.policy", "delete,delete", 'is "delete,delete", expected some of compact, delete'],
  ["min.insync.replicas", 4, "is 4, but there are 3 brokers"],
  ["default.replication.factor", "5", "is 5, but there are 3 brokers"],
  ["broker.heartbeat.interval.ms", 5000, "is 5000 and broker.session.timeout.ms is 3000: a session has to last at least two heartbeats"],
  ["broker.session.timeout.ms", 900, "is 900 and broker.heartbeat.interval.ms is 500: a session has to last at least two heartbeats"],
  ["super.users", "a\nnode.id=1", 'is "a\\nnode.id=1", expected one line of text without {{'],
  ["super.users", "{{SECRET}}", 'is "{{SECRET}}", expected one line of text without {{'],
  ["ssl.key.password", "a\nb", "is refused, expected one line of text without {{"],
])("refuses %s: %j", (name, value, reason) => {
  expect(() => checkBrokerSettings({ [name]: value }, 3)).toThrow(`engineConfiguration: ${name} ${reason}`);
});
