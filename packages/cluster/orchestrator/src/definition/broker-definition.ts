import type { BrokerRevision } from "@reeve/broker-models";
import { choice } from "@reeve/contract";
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

const uri = v.exactOptional(
  v.pipe(v.string("expected text"), v.maxLength(2000, "expected at most 2000 characters")),
  "",
);

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
