import { ReeveError } from "@reeve/contract";
import { didYouMean, leastInSync } from "@reeve/orchestrator";
import type { PartitionEntry } from "./partition.ts";

type Kind = "boolean" | "integer" | "number" | "text";

/**
 * The broker settings that a definition may contain, by their names in Kafka's documentation. Other names are refused, so that typing
 * errors are found.
 */
const settings = new Map<string, Kind>([
  ...all(
    "boolean",
    `auto.create.topics.enable auto.leader.rebalance.enable controlled.shutdown.enable delete.topic.enable log.cleaner.enable
    log.message.downconversion.enable log.preallocate unclean.leader.election.enable remote.log.storage.system.enable`,
  ),
  ...all(
    "integer",
    `background.threads broker.heartbeat.interval.ms broker.session.timeout.ms connections.max.idle.ms
    connection.failed.authentication.delay.ms connections.max.reauth.ms controlled.shutdown.max.retries
    controlled.shutdown.retry.backoff.ms controller.quorum.election.timeout.ms controller.quorum.fetch.timeout.ms
    controller.quorum.request.timeout.ms controller.socket.timeout.ms default.replication.factor
    delegation.token.expiry.time.ms delegation.token.max.lifetime.ms fetch.max.bytes
    fetch.purgatory.purge.interval.requests group.initial.rebalance.delay.ms group.max.session.timeout.ms group.max.size
    group.min.session.timeout.ms leader.imbalance.check.interval.seconds leader.imbalance.per.broker.percentage
    log.cleaner.backoff.ms log.cleaner.dedupe.buffer.size log.cleaner.delete.retention.ms log.cleaner.io.buffer.size
    log.cleaner.max.compaction.lag.ms log.cleaner.min.compaction.lag.ms log.cleaner.threads log.flush.interval.messages
    log.flush.interval.ms log.flush.offset.checkpoint.interval.ms log.flush.scheduler.interval.ms
    log.flush.start.offset.checkpoint.interval.ms log.index.interval.bytes log.index.size.max.bytes
    log.local.retention.bytes log.local.retention.ms log.message.timestamp.after.max.ms
    log.message.timestamp.before.max.ms log.retention.bytes log.retention.check.interval.ms log.retention.hours
    log.retention.minutes log.retention.ms log.roll.hours log.roll.jitter.hours log.roll.jitter.ms log.roll.ms
    log.segment.bytes log.segment.delete.delay.ms max.connection.creation.rate max.connections max.connections.per.ip
    max.incremental.fetch.session.cache.slots message.max.bytes metadata.log.max.record.bytes.between.snapshots
    metadata.log.segment.bytes metadata.log.segment.ms metadata.max.retention.bytes metadata.max.retention.ms
    metrics.num.samples metrics.sample.window.ms min.insync.replicas num.io.threads num.network.threads num.partitions
    num.recovery.threads.per.data.dir num.replica.alter.log.dirs.threads num.replica.fetchers offset.metadata.max.bytes
    offsets.commit.timeout.ms offsets.load.buffer.size offsets.retention.check.interval.ms offsets.retention.minutes
    offsets.topic.num.partitions offsets.topic.replication.factor offsets.topic.segment.bytes
    producer.purgatory.purge.interval.requests queued.max.request.bytes queued.max.requests quota.window.num
    quota.window.size.seconds replica.fetch.backoff.ms replica.fetch.max.bytes replica.fetch.min.bytes
    replica.fetch.response.max.bytes replica.fetch.wait.max.ms replica.high.watermark.checkpoint.interval.ms
    replica.lag.time.max.ms replica.socket.receive.buffer.bytes replica.socket.timeout.ms replication.quota.window.num
    replication.quota.window.size.seconds request.timeout.ms socket.connection.setup.timeout.max.ms
    socket.connection.setup.timeout.ms socket.listen.backlog.size socket.receive.buffer.bytes socket.request.max.bytes
    socket.send.buffer.bytes transaction.abort.timed.out.transaction.cleanup.interval.ms transaction.max.timeout.ms
    transaction.remove.expired.transaction.cleanup.interval.ms transaction.state.log.load.buffer.size
    transaction.state.log.min.isr transaction.state.log.num.partitions transaction.state.log.replication.factor
    transaction.state.log.segment.bytes transactional.id.expiration.ms zookeeper.connection.timeout.ms
    zookeeper.max.in.flight.requests zookeeper.session.timeout.ms`,
  ),
  ...all(
    "number",
    "log.cleaner.io.buffer.load.factor log.cleaner.io.max.bytes.per.second log.cleaner.min.cleanable.ratio",
  ),
  ...all(
    "text",
    `authorizer.class.name broker.rack compression.type inter.broker.protocol.version log.cleanup.policy
    log.message.format.version log.message.timestamp.type metric.reporters metrics.recording.level
    offsets.topic.compression.codec principal.builder.class replica.selector.class sasl.enabled.mechanisms
    sasl.mechanism.inter.broker.protocol security.inter.broker.protocol security.providers ssl.cipher.suites
    ssl.client.auth ssl.enabled.protocols ssl.endpoint.identification.algorithm ssl.protocol super.users`,
  ),
]);

/** Settings that the service sets itself, because brokers would not work with other values. */
const own = new Set(
  words(`broker.id node.id process.roles listeners advertised.listeners listener.security.protocol.map
    inter.broker.listener.name controller.listener.names controller.quorum.voters controller.quorum.bootstrap.servers
    log.dir log.dirs metadata.log.dir zookeeper.connect port host.name advertised.host.name advertised.port`),
);

type Given = Readonly<Record<string, string | number | boolean>>;

/** Refuses unknown settings and invalid values. */
export function checkEngineSettings(given: Given): void {
  for (const [name, value] of Object.entries(given)) {
    if (own.has(name)) throw refusal(name, "is set by the service and cannot be given");
    const kind = settings.get(name);
    if (kind === undefined) throw refusal(name, `is not a setting of the broker${didYouMean(name, settings.keys())}`);
    if (!reads[kind](String(value))) throw refusal(name, `is ${JSON.stringify(value)}, expected ${expected[kind]}`);
  }
}

/** The values of those settings that affect the simulation. */
export interface EffectiveSettings {
  readonly deleteTopics: boolean;
  /** When preferred leaders become leaders again: at intervals, after a rollout, or never. */
  readonly leadersComeBack: "at intervals" | "at rest" | "never";
  /**
   * The number of in-sync replicas that a partition needs to accept writes. If a value was stored when the topic was created, that value
   * counts.
   */
  minInSync(partition: Pick<PartitionEntry, "minInSync" | "replicas">): number;
  /** The `min.insync.replicas` to store with a new topic; absent if the definition sets it for all topics. */
  minInSyncOfNew(copies: number): { readonly minInSync?: number };
  readonly retentionMs: number;
  readonly retentionBytes: number;
}

export function effectiveSettings(given: Given): EffectiveSettings {
  const number = (name: string) => (Object.hasOwn(given, name) ? Number(given[name]) : undefined);
  const boolean = (name: string) => (Object.hasOwn(given, name) ? String(given[name]).toLowerCase() === "true" : true);
  const inSync = number("min.insync.replicas");
  const hours = (number("log.retention.hours") ?? 168) * 3_600_000;
  const minutes = number("log.retention.minutes");
  return {
    deleteTopics: boolean("delete.topic.enable"),
    leadersComeBack: !Object.hasOwn(given, REBALANCE) ? "at rest" : boolean(REBALANCE) ? "at intervals" : "never",
    minInSync: ({ minInSync, replicas }) => minInSync ?? inSync ?? leastInSync(replicas.length),
    minInSyncOfNew: (copies) => (inSync === undefined ? { minInSync: leastInSync(copies) } : {}),
    retentionMs: number("log.retention.ms") ?? (minutes === undefined ? hours : minutes * 60_000),
    retentionBytes: number("log.retention.bytes") ?? -1,
  };
}

const REBALANCE = "auto.leader.rebalance.enable";

const reads: Readonly<Record<Kind, (value: string) => boolean>> = {
  boolean: (value) => /^(true|false)$/i.test(value),
  integer: (value) => /^-?\d{1,15}$/.test(value),
  number: (value) => value.trim() !== "" && Number.isFinite(Number(value)),
  // A template writes the value into a properties file, which control characters and `{{` would break.
  text: (value) => !/\p{Cc}|\{\{/u.test(value),
};

const expected: Readonly<Record<Kind, string>> = {
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  text: "one line of text without {{",
};

const refusal = (name: string, reason: string) => new ReeveError("bad-input", `engineConfiguration: ${name} ${reason}`);

function all(kind: Kind, names: string): readonly (readonly [string, Kind])[] {
  return words(names).map((name) => [name, kind] as const);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
