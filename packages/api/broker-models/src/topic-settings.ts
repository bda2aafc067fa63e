import { about, choice, keyed, operation, resource, resourceList, type Schema, text } from "@reeve/contract";
import * as v from "valibot";
import { TopicInput, TopicName } from "./topic-name.ts";

/** A setting of a topic, with the value that applies and where this value comes from. */
export interface TopicSetting {
  readonly name: string;
  /** The value that applies; null if the setting has none, or if it is a secret. */
  readonly value: string | null;
  /** `topic` if the topic has a value of its own, `broker` if the brokers' settings have one, otherwise `default`. */
  readonly origin: "default" | "broker" | "topic";
  /** The value that applies if the topic has no value of its own. */
  readonly inherited: string | null;
}

/** The settings of a topic, ordered by name. */
export type TopicSettings = readonly TopicSetting[];

/** New values of settings, by name. */
export type SettingValues = Readonly<Record<string, string | number | boolean>>;

/** The settings to change. */
export interface ConfigureTopicInput extends TopicInput {
  /** Settings of the topic with their values, such as `retention.ms=3600000`. */
  readonly set?: SettingValues;
  /** Names of settings of which the topic loses its own value. */
  readonly unset?: readonly string[];
}

const TopicSetting: Schema<TopicSetting> = resource(
  "TopicSetting",
  "A setting of a topic, with the value that applies and where it comes from.",
  {
    name: v.string(),
    value: about("the value that applies; null if there is none, or if it is a secret", v.nullable(v.string())),
    origin: about(
      "topic if the topic has a value of its own, broker if the brokers' settings have one, otherwise default",
      choice("default", "broker", "topic"),
    ),
    inherited: about("the value that applies if the topic has no value of its own", v.nullable(v.string())),
  },
);

export const TopicSettings: Schema<TopicSettings> = resourceList(
  "TopicSettings",
  "The settings of a topic, ordered by name.",
  TopicSetting,
);

/** The settings that topics of current brokers have. Others are accepted, too, because other versions of brokers have others. */
export const topicSettingNames = [
  "cleanup.policy",
  "compression.gzip.level",
  "compression.lz4.level",
  "compression.type",
  "compression.zstd.level",
  "delete.retention.ms",
  "file.delete.delay.ms",
  "flush.messages",
  "flush.ms",
  "follower.replication.throttled.replicas",
  "index.interval.bytes",
  "leader.replication.throttled.replicas",
  "local.retention.bytes",
  "local.retention.ms",
  "max.compaction.lag.ms",
  "max.message.bytes",
  "message.timestamp.after.max.ms",
  "message.timestamp.before.max.ms",
  "message.timestamp.type",
  "min.cleanable.dirty.ratio",
  "min.compaction.lag.ms",
  "min.insync.replicas",
  "preallocate",
  "remote.log.copy.disable",
  "remote.log.delete.on.disable",
  "remote.storage.enable",
  "retention.bytes",
  "retention.ms",
  "segment.bytes",
  "segment.index.bytes",
  "segment.jitter.ms",
  "segment.ms",
  "unclean.leader.election.enable",
] as const;

const NAME = "the name of a setting, such as retention.ms";

const SettingName: v.GenericSchema<string, string> = v.union(
  [v.picklist(topicSettingNames), text(NAME, /^[a-z][a-z0-9.]{0,99}$/)],
  `expected ${NAME}`,
);

/**
 * A value is one line: a broker refuses other values, and a line break would spoil tables. The pattern has no class of Unicode, which
 * generators of clients in other languages do not know.
 */
const SettingValue = v.union(
  [text("a value on one line", /^[ -~\u00a0-\uffff]{0,2000}$/), v.number(), v.boolean()],
  "expected a value on one line",
);

/** New values of settings; `retention.ms=3600000` on the command line. */
export const SettingValues: Schema<SettingValues, SettingValues> = about(
  "settings of the topic with their values, such as retention.ms=3600000",
  keyed(SettingName, SettingValue),
  { isPositional: true },
);

export const ConfigureTopicInput: Schema<ConfigureTopicInput, ConfigureTopicInput> = v.pipe(
  v.strictObject({
    topic: TopicName,
    set: v.exactOptional(SettingValues),
    unset: about(
      "names of settings of which the topic loses its own value",
      v.exactOptional(v.pipe(v.array(SettingName), v.maxLength(100, "expected at most 100 names"))),
    ),
  }),
  v.forward(
    v.partialCheck(
      [["set"], ["unset"]],
      ({ set = {}, unset = [] }) => Object.keys(set).length + unset.length > 0,
      "expected a setting to set or to unset",
    ),
    ["set"],
  ),
);

export const showTopicSettings = operation({
  summary: "Show the settings of a topic, with the origin of each value",
  effect: "read",
  input: TopicInput,
  output: TopicSettings,
  list: { of: "settings", hasEvents: false },
  routes: { "*": "GET {reeve}/topics/{topic}/settings" },
  example: { topic: "orders" },
});

export const configureTopic = operation({
  summary: "Change settings of a topic, or let it inherit them again",
  about: "The other settings stay as they are. The brokers use new values at once.",
  effect: "change",
  verifiedBy: "topics.settings",
  input: ConfigureTopicInput,
  body: ["set", "unset"],
  output: TopicSettings,
  routes: { "*": "POST {reeve}/topics/{topic}/settings" },
  example: { topic: "orders", set: { "retention.ms": "3600000" } },
});
