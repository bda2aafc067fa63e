import { leastInSync, usualCopies } from "@reeve/broker-planning";
import type { SoftwareSettings } from "@reeve/orchestrator/engine";
import type { TopicValues } from "./ledger.ts";
import type { LogRetention } from "./log.ts";
import type { PartitionEntry } from "./partition.ts";

/** The settings that affect the simulation, with the values that apply. */
export type EffectiveSettings = ReturnType<typeof effectiveSettings>;

export function effectiveSettings(input: SoftwareSettings, brokers: number) {
  const number = (name: string) => (Object.hasOwn(input, name) ? Number(input[name]) : undefined);
  const boolean = (name: string) => (Object.hasOwn(input, name) ? String(input[name]).toLowerCase() === "true" : true);
  const inSync = number("min.insync.replicas");
  const hours = (number("log.retention.hours") ?? 168) * 3_600_000;
  const minutes = number("log.retention.minutes");
  return {
    deleteTopics: boolean("delete.topic.enable"),
    /** When preferred leaders are elected: at intervals, when a rollout is complete (`at rest`), or never. */
    leadersComeBack: !Object.hasOwn(input, REBALANCE) ? "at rest" : boolean(REBALANCE) ? "at intervals" : "never",
    /** The in-sync replicas that a partition needs for writes: those stored with the topic, or those of the current setting. */
    minInSync: ({ minInSync }: Pick<PartitionEntry, "minInSync">) => minInSync ?? inSync ?? leastInSync(usualCopies(brokers)),
    /** The value of `min.insync.replicas` to store with a new topic; an empty object if the definition sets one value for all topics. */
    minInSyncOfNew: (copies: number): { readonly minInSync?: number } => (inSync === undefined ? { minInSync: leastInSync(copies) } : {}),
    retentionMs: number("log.retention.ms") ?? (minutes === undefined ? hours : minutes * 60_000),
    retentionBytes: number("log.retention.bytes") ?? -1,
    /** The numbers of a topic for which none are given. */
    partitionsOfNew: number("num.partitions") ?? 1,
    copiesOfNew: number("default.replication.factor") ?? usualCopies(brokers),
    /** The settings of all topics that real brokers get from the service, unless the definition has others. */
    usual: {
      "min.insync.replicas": leastInSync(usualCopies(brokers)),
      "unclean.leader.election.enable": false,
    } as Readonly<Record<string, string | number | boolean>>,
  };
}

const REBALANCE = "auto.leader.rebalance.enable";

/** How long the records of a topic are kept, with the topic's own settings. */
export function retentionOf({ retentionMs, retentionBytes }: EffectiveSettings, own: TopicValues): LogRetention {
  const { [RETENTION_MS]: milliseconds = retentionMs, [RETENTION_BYTES]: bytes = retentionBytes } = own;
  return { milliseconds: Number(milliseconds), bytes: Number(bytes) };
}

const RETENTION_MS = "retention.ms";
const RETENTION_BYTES = "retention.bytes";
