import { type BackupRetention, retentionSettings } from "@reeve/backups";
import { about } from "@reeve/contract";
import {
  immediate,
  portSettings,
  type SettingSchemas,
  type SoftwareSettings,
  softwareSettings,
  type WideColumnDefinition,
} from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { cassandraTraits } from "./check-settings.ts";

/** Whether clients connect to nodes with TLS. With `optional`, nodes accept clients with and without TLS. */
export type ClientTls = boolean | "optional";

/** A definition with the settings that only real database nodes have. */
export interface CassandraDefinition extends WideColumnDefinition {
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
  readonly clientTls: ClientTls;
  readonly repairAfterReplace: boolean;
  readonly backups: BackupRetention;
}

export const cassandraSettings: SettingSchemas = {
  ports: about(
    "the ports of the nodes (default: `{ native: 9042, storage: 7000, agent: 8778 }`). All nodes have the same ports if the machine has a separate address for each node",
    portSettings(),
  ),
  clientTls: about(
    "whether clients must use TLS: `true` or `false`. With `optional`, the nodes accept clients with and without TLS, so that you can change the clients one by one",
    v.exactOptional(v.union([v.boolean(), v.literal("optional")], "expected true, false or optional"), false),
  ),
  repairAfterReplace: immediate(
    about(
      "whether the data of a replaced node is repaired before another node is changed. Without the repair, acknowledged rows may be unreadable for a while",
      v.exactOptional(v.boolean("expected true or false"), true),
    ),
  ),
  ...retentionSettings,
  engineConfiguration: about(
    "settings of Cassandra itself, with the names from `cassandra.yaml`. By default, `commitlog_sync` is `group`, so that a write is on disk before it is acknowledged; a single writer waits about 9 ms longer than with `periodic`, which loses acknowledged writes of up to a second if the machine crashes",
    softwareSettings({}, cassandraTraits),
  ),
};
