import type { TopicSetting } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { SoftwareSettings } from "@reeve/orchestrator/engine";
import { expectedOf, isAccepted, type KnownBrokerSetting } from "./setting-values.ts";

/**
 * The settings that a topic of the pinned broker has: name, type, accepted values, default, and the broker's setting from which a topic
 * inherits. A dash stands for an empty value.
 */
const TOPIC_SETTINGS = `cleanup.policy list compact|delete delete log.cleanup.policy
compression.gzip.level int - -1 compression.gzip.level
compression.lz4.level int 1..17 9 compression.lz4.level
compression.type string uncompressed|zstd|lz4|snappy|gzip|producer producer compression.type
compression.zstd.level int -131072..22 3 compression.zstd.level
delete.retention.ms long 0.. 86400000 log.cleaner.delete.retention.ms
file.delete.delay.ms long 0.. 60000 log.segment.delete.delay.ms
flush.messages long 1.. 9223372036854775807 log.flush.interval.messages
flush.ms long 0.. 9223372036854775807 log.flush.interval.ms
follower.replication.throttled.replicas list - - -
index.interval.bytes int 0.. 4096 log.index.interval.bytes
leader.replication.throttled.replicas list - - -
local.retention.bytes long -2.. -2 log.local.retention.bytes
local.retention.ms long -2.. -2 log.local.retention.ms
max.compaction.lag.ms long 1.. 9223372036854775807 log.cleaner.max.compaction.lag.ms
max.message.bytes int 0.. 1048588 message.max.bytes
message.timestamp.after.max.ms long 0.. 3600000 log.message.timestamp.after.max.ms
message.timestamp.before.max.ms long 0.. 9223372036854775807 log.message.timestamp.before.max.ms
message.timestamp.type string CreateTime|LogAppendTime CreateTime log.message.timestamp.type
min.cleanable.dirty.ratio double 0..1 0.5 log.cleaner.min.cleanable.ratio
min.compaction.lag.ms long 0.. 0 log.cleaner.min.compaction.lag.ms
min.insync.replicas int 1.. 1 min.insync.replicas
preallocate boolean - false log.preallocate
remote.log.copy.disable boolean - false -
remote.log.delete.on.disable boolean - false -
remote.storage.enable boolean - false -
retention.bytes long -1.. -1 log.retention.bytes
retention.ms long -1.. 604800000 log.retention.ms
segment.bytes int 1048576.. 1073741824 log.segment.bytes
segment.index.bytes int 4.. 10485760 log.index.size.max.bytes
segment.jitter.ms long 0.. 0 log.roll.jitter.ms
segment.ms long 1.. 604800000 log.roll.ms
unclean.leader.election.enable boolean - false unclean.leader.election.enable`;

interface KnownTopicSetting extends KnownBrokerSetting {
  readonly usual: string;
  readonly broker: string;
}

const known: ReadonlyMap<string, KnownTopicSetting> = new Map(
  TOPIC_SETTINGS.split("\n").map((line) => {
    const [name = "", type = "", accepts = "", usual = "", broker = ""] = line.split(" ").map((each) => (each === "-" ? "" : each));
    return [name, { type, accepts, usual, broker }] as const;
  }),
);

/** The broker's settings with other units, of which the finest one that is given applies: the setting, and its milliseconds. */
const OTHER_UNITS: Readonly<Record<string, readonly (readonly [name: string, milliseconds: number])[]>> = {
  "log.retention.ms": [
    ["log.retention.minutes", 60_000],
    ["log.retention.hours", 3_600_000],
  ],
  "log.roll.ms": [["log.roll.hours", 3_600_000]],
  "log.roll.jitter.ms": [["log.roll.jitter.hours", 3_600_000]],
};

/** Refuses settings that a topic does not have, and values that the broker does not accept, in the broker's own words. */
export function checkTopicSettings(set: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(set)) {
    const setting = known.get(name);
    if (!setting) throw new ReeveError("bad-input", `Unknown topic config name: ${name}`);
    if (isAccepted(value, setting)) continue;
    throw new ReeveError("bad-input", `${name} is ${JSON.stringify(value)}, expected ${expectedOf(setting)}`);
  }
}

/** The settings of a topic, from its own values, the values of the definition, and the values that the service gives to all brokers. */
export function topicSettingsOf(
  own: Readonly<Record<string, string>>,
  given: SoftwareSettings,
  usual: Readonly<Record<string, string | number | boolean>>,
): readonly TopicSetting[] {
  return [...known].map(([name, setting]) => {
    const ofBroker = brokerValue(setting.broker, given) ?? usual[setting.broker];
    const inherited = String(ofBroker ?? setting.usual);
    const value = own[name];
    if (value !== undefined) return { name, value, origin: "topic", inherited };
    return { name, value: inherited, origin: ofBroker === undefined ? "default" : "broker", inherited };
  });
}

/** The value that topics inherit from a setting in another unit, such as `log.retention.hours`, which brokers do not report. */
export function inheritedInOtherUnit(name: string, given: SoftwareSettings): string | undefined {
  const broker = known.get(name)?.broker ?? "";
  return Object.hasOwn(given, broker) ? undefined : inOtherUnit(broker, given);
}

/** The default of a topic's setting in the pinned version; undefined for an unknown setting. */
export function usualTopicSetting(name: string): string | undefined {
  return known.get(name)?.usual;
}

/** The value that a definition gives to a setting of the brokers, perhaps in another unit; undefined if it gives none. */
function brokerValue(name: string, given: SoftwareSettings): string | undefined {
  if (name === "") return undefined;
  return Object.hasOwn(given, name) ? String(given[name]) : inOtherUnit(name, given);
}

function inOtherUnit(name: string, given: SoftwareSettings): string | undefined {
  const other = (OTHER_UNITS[name] ?? []).find(([each]) => Object.hasOwn(given, each));
  if (!other) return undefined;
  const amount = Number(given[other[0]]);
  return String(amount < 0 ? -1 : amount * other[1]);
}
