import type { BrokerRevision } from "@reeve/broker-models";
import { choice, integer, text } from "@reeve/contract";
import * as v from "valibot";
import { type CommonDefinition, commonEntries, count, cpus, megabytes } from "./common.ts";

/** The definition of a broker service. */
export interface BrokerDefinition extends CommonDefinition {
  readonly kind: "broker";
  readonly revision: BrokerRevision;
  readonly settings: BrokerSettings;
  readonly uris: BrokerUris;
}

/** The settings of brokers, named as in the API document. Sizes are in MB. */
export interface BrokerSettings {
  readonly BROKER_COUNT: number;
  readonly BROKER_CPUS: number;
  readonly BROKER_MEM: number;
  readonly BROKER_DISK: number;
  readonly BROKER_DISK_TYPE: string;
  /** How an update proceeds: `INSTALL` never pauses; `STAGE` pauses before the first and before the second node. */
  readonly PHASE_STRATEGY: "INSTALL" | "STAGE";
  readonly PLACEMENT_STRATEGY: string;
}

/** The URIs of the broker's software. The configuration shows them unchanged. */
export interface BrokerUris {
  readonly engineUri: string;
  readonly javaUri: string;
  readonly overriderUri: string;
  readonly containerHookUri: string;
}

const uri = v.exactOptional(v.pipe(v.string("expected text"), v.maxLength(2000, "expected at most 2000 characters")), "");

export const BrokerDefinition = v.strictObject({
  kind: v.literal("broker"),
  revision: v.exactOptional(choice("R1", "R2", "R3"), "R3"),
  settings: v.exactOptional(
    v.strictObject({
      BROKER_COUNT: count(3),
      BROKER_CPUS: cpus(1),
      BROKER_MEM: megabytes(2048),
      BROKER_DISK: megabytes(5000),
      BROKER_DISK_TYPE: v.exactOptional(choice("ROOT", "MOUNT"), "ROOT"),
      PHASE_STRATEGY: v.exactOptional(choice("INSTALL", "STAGE"), "INSTALL"),
      PLACEMENT_STRATEGY: v.exactOptional(choice("NODE", "ANY"), "NODE"),
    }),
    {},
  ),
  uris: v.exactOptional(v.strictObject({ engineUri: uri, javaUri: uri, overriderUri: uri, containerHookUri: uri }), {}),
  ...commonEntries({ principal: "kafka-principal", role: "kafka-role" }),
});

/** The definition of a wide-column database service. */
export interface WideColumnDefinition extends CommonDefinition {
  readonly kind: "wide-column";
  readonly revision: "W1";
  readonly settings: WideColumnSettings;
}

/** The settings of database nodes. Sizes are in MB. */
export interface WideColumnSettings {
  readonly NODE_COUNT: number;
  readonly NODE_CPUS: number;
  readonly NODE_MEM: number;
  readonly NODE_DISK: number;
}

export const WideColumnDefinition = v.strictObject({
  kind: v.literal("wide-column"),
  revision: v.exactOptional(choice("W1"), "W1"),
  settings: v.exactOptional(
    v.strictObject({ NODE_COUNT: count(3), NODE_CPUS: cpus(0.5), NODE_MEM: megabytes(2048), NODE_DISK: megabytes(5000) }),
    {},
  ),
  ...commonEntries({ principal: "cassandra-principal", role: "cassandra-role" }),
});

/** The definition of a file system service. */
export interface FileSystemDefinition extends CommonDefinition {
  readonly kind: "file-system";
  readonly revision: "V1" | "V2";
  readonly pods: Readonly<Record<FileSystemPod, PodSize>>;
  /** Values of template variables that tune the file system, such as `NAME_NODE_HANDLER_COUNT`. The engine declares the variables. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The URIs of artifacts, which the specs of all pods show. */
  readonly uris?: readonly string[];
}

export type FileSystemPod = "journal" | "name" | "fc" | "data";

/** The resources of a pod. Sizes are in MB. */
export interface PodSize {
  readonly count: number;
  readonly cpus: number;
  readonly mem: number;
  readonly disk: number;
}

const pod = (count: v.GenericSchema<number, number>, fallback: number) =>
  v.exactOptional(
    v.strictObject({ count: v.exactOptional(count, fallback), cpus: cpus(0.3), mem: megabytes(512), disk: megabytes(5000) }),
    {},
  );

// The number of journals must be odd, because a majority of them has to store each edit. There are exactly two name nodes (one active, one
// standby), each with a failover controller.
const odd = v.pipe(
  integer(1, 9),
  v.check((count) => count % 2 === 1, "expected an odd number, because a majority of the journals has to store each edit"),
);
const two = v.pipe(integer(2, 2, "2: one active and one standby"));

/** The variables of the configuration templates. The engine checks their names when it makes pod specs. */
export const templateSettings: v.ExactOptionalSchema<
  v.GenericSchema<FileSystemDefinition["settings"]>,
  FileSystemDefinition["settings"]
> = v.exactOptional(
  v.record(
    text("the name of a setting (capital letters, digits and underscores)", /^[A-Z][A-Z0-9_]{0,100}$/),
    v.union([v.string(), v.number(), v.boolean()], "expected text, a number, true or false"),
  ),
  {},
);

export const FileSystemDefinition = v.strictObject({
  kind: v.literal("file-system"),
  revision: v.exactOptional(choice("V1", "V2"), "V1"),
  pods: v.exactOptional(v.strictObject({ journal: pod(odd, 3), name: pod(two, 2), fc: pod(two, 2), data: pod(integer(1, 10_000), 3) }), {}),
  settings: templateSettings,
  uris: v.exactOptional(v.array(v.string())),
  ...commonEntries({ principal: "hdfs-principal", role: "hdfs-role" }),
});
