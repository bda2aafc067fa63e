import type { BrokerConnection, GroupDetails, Groups, OffsetTime, Partition, ReportedPartition, TopicSettings } from "@reeve/broker-models";
import type { FileSystemStatus } from "@reeve/file-system-models";
import type {
  Backup,
  BackupCheck,
  BackupDeletion,
  BackupDetails,
  BackupInput,
  BackupKey,
  BackupKeyName,
  BackupPlaceInput,
  MaintenanceRequest,
  NodeStatus,
  RestoreInput,
  TrustedBackupKeys,
  VerifyInput,
} from "@reeve/wide-column-models";
import type { WorkPlan } from "./work.ts";

/**
 * The administration of each kind of service, which the API's endpoints call. A failed call throws a `ReeveError` with the code
 * `bad-input`, `not-found`, `conflict` or `server-failure`.
 */
export interface Administration {
  readonly broker: BrokerAdministration;
  readonly "wide-column": WideColumnAdministration;
  readonly "file-system": FileSystemAdministration;
}

/** Administers a cluster of brokers. Methods take and return topic names as users see them. */
export interface BrokerAdministration {
  /** Names of all topics, sorted. */
  topics(): Promise<readonly string[]>;
  /** The partitions of a topic, ordered by number. */
  describe(topic: string): Promise<readonly Partition[]>;
  /**
   * Returns a warning if a single broker may hold the only copy of an acknowledged record of the topic; undefined if that cannot happen.
   */
  alone(topic: string): Promise<string | undefined>;
  /** Creates a topic. After the promise has resolved, every list of topics contains the new topic. */
  create(topic: string, partitions: number, replication: number): Promise<void>;
  /**
   * Creates a topic with settings of its own, and with the brokers' own defaults for what is not given. Returns what the topic has, and is
   * visible as after `create`.
   */
  createWith(topic: string, wishes: TopicWishes): Promise<Required<Omit<TopicWishes, "set">>>;
  /** The settings of a topic, ordered by name. */
  settings(topic: string): Promise<TopicSettings>;
  /** Changes settings of a topic. After the promise has resolved, `settings` returns the new values. */
  configure(topic: string, change: SettingsChange): Promise<void>;
  /** Increases the number of partitions of a topic. */
  alter(topic: string, partitions: number): Promise<void>;
  /** Returns `deleted`, or `kept` if the broker setting `delete.topic.enable` is false. */
  delete(topic: string): Promise<"deleted" | "kept">;
  /**
   * Returns the offset of each partition at a given time, in the order of partition numbers; undefined for a partition whose records are
   * all older. Throws `unreachable` if a partition has no leader.
   */
  offsets(topic: string, time: OffsetTime): Promise<readonly (bigint | undefined)[]>;
  underReplicated(): Promise<readonly ReportedPartition[]>;
  unavailable(): Promise<readonly ReportedPartition[]>;
  /** Sends records of 1,024 bytes, up to 100,000 a second, and returns the last line that `kafka-producer-perf-test` prints. */
  producerTest(topic: string, messages: number, signal: AbortSignal): Promise<string>;
  /**
   * Returns the broker and the size of each replica, and the moves in progress. To move replicas, start a plan whose steps perform
   * `PartitionWork`.
   */
  layout(): Promise<Layout>;
  readonly groups: GroupAdministration;
  /** Ids of the brokers that are configured but not running. */
  missing(): Promise<readonly string[]>;
  connection(): Promise<BrokerConnection>;
}

/** What a new topic shall have. */
export interface TopicWishes {
  readonly partitions?: number;
  readonly replication?: number;
  /** The topic's own settings. */
  readonly set?: Readonly<Record<string, string>>;
}

/** New values of a topic's settings, and the settings that the topic inherits again. */
export interface SettingsChange {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** Administers the consumer groups of a cluster. An unknown group is `not-found`, and a change of a group with members a `conflict`. */
export interface GroupAdministration {
  /** The groups, ordered by name. */
  list(): Promise<Groups>;
  show(group: string): Promise<GroupDetails>;
  /** Commits offsets for a group that has no members. */
  commit(group: string, offsets: readonly CommittedOffset[]): Promise<void>;
  delete(group: string): Promise<void>;
}

export interface CommittedOffset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** Where the replicas of a cluster's partitions are. */
export interface Layout {
  /** All brokers in the definition, and those that are being decommissioned. */
  readonly brokers: readonly LayoutBroker[];
  /** Ordered by topic, then by number. */
  readonly partitions: readonly PlacedPartition[];
}

export interface LayoutBroker {
  readonly id: number;
  readonly agent?: string | undefined;
  /** Whether the broker is running, as far as the cluster can tell. */
  readonly isRunning: boolean;
  /** Whether the broker is being decommissioned. Such a broker receives no replicas. */
  readonly isLeaving: boolean;
  /** The size of the broker's volume in bytes. */
  readonly disk: number;
}

export interface PlacedPartition {
  readonly topic: string;
  readonly number: number;
  /** Ids of brokers; the first is the preferred leader. During a move, the brokers that the partition leaves are not in this list. */
  readonly replicas: readonly number[];
  /** Ids of the brokers that will drop their replica as soon as the new replicas are in sync. */
  readonly leaves: readonly number[];
  /** Ids of the brokers in `replicas` to which a replica is still being copied. */
  readonly joins: readonly number[];
  /** -1 if the partition has no leader. */
  readonly leader: number;
  readonly isr: readonly number[];
  /** The number of in-sync replicas that must have a record before it is acknowledged: `min.insync.replicas`. */
  readonly minInSync: number;
  /** The size of the partition's largest replica. */
  readonly bytes: number;
}

/** Administers a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** Returns a configuration document (XML) with which clients can reach the running nodes. */
  site(document: "fs-site" | "core-site"): Promise<string>;
  /**
   * Returns which name node is active, how full the file system is, and which blocks are under-replicated, as the name nodes report now.
   */
  status(): Promise<FileSystemStatus>;
  /**
   * Returns the addresses (`host:port`) of the coordination servers. An engine lacks this function if there are no coordination servers, or
   * if the pod specs already contain the addresses.
   */
  coordinator?(): string;
}

/** Administers a cluster of database nodes. */
export interface WideColumnAdministration {
  /** `host:port` of every node that clients can connect to. */
  connection(): Promise<readonly string[]>;
  status(node: string): Promise<NodeStatus>;
  /** Details of a node, such as its keyspaces with their row counts. */
  details(node: string): Promise<Readonly<Record<string, unknown>>>;
  /** Checks whether a cleanup request fits the current state, and makes the plan for the cleanup. */
  cleanup(request: MaintenanceRequest): Promise<WorkPlan>;
  repair(request: MaintenanceRequest): Promise<WorkPlan>;
  backup(request: BackupInput): Promise<WorkPlan>;
  restore(request: RestoreInput): Promise<WorkPlan>;
  readonly backups: BackupCatalog;
  readonly backupKeys: BackupKeysAdministration;
}

/** Administers the public keys with which backups are verified. */
export interface BackupKeysAdministration {
  list(): TrustedBackupKeys;
  export(): BackupKey;
  import(key: BackupKey): void;
  remove(key: BackupKeyName): void;
}

/** Lists and verifies the backups in an object store, including the backups of other services. */
export interface BackupCatalog {
  /** The backups in the object store, newest first. */
  list(request: BackupPlaceInput, signal: AbortSignal): Promise<readonly Backup[]>;
  show(request: BackupInput, signal: AbortSignal): Promise<BackupDetails>;
  /** Reads all data of a backup and checks it for damage. */
  verify(request: VerifyInput, signal: AbortSignal): Promise<BackupCheck>;
  delete(request: BackupInput, signal: AbortSignal): Promise<BackupDeletion>;
}
