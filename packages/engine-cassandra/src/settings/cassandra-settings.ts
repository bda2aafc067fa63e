import { type BackupRetention, retentionSettings } from "@reeve/backups";
import { about } from "@reeve/contract";
import {
  immediate,
  portSettings,
  type Settings,
  type SoftwareSettings,
  softwareSettings,
  type WideColumnDefinition,
} from "@reeve/orchestrator";
import * as v from "valibot";

/** Settings of real database nodes in a definition. */
interface CassandraSettings {
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
  readonly repairAfterReplace: boolean;
  readonly backups: BackupRetention;
}

export type CassandraDefinition = WideColumnDefinition & CassandraSettings;

export const cassandraSettings: Settings = {
  ports: about(
    "the ports of the nodes, each with its own address if the machine has enough of them: `{ native: 9042, storage: 7000, agent: 8778 }` by default",
    portSettings(),
  ),
  repairAfterReplace: immediate(
    about(
      "whether the data of a replaced node is repaired before another node is changed; without it, acknowledged rows may be unreadable for a while",
      v.exactOptional(v.boolean("expected true or false"), true),
    ),
  ),
  ...retentionSettings,
  engineConfiguration: about("settings of the database itself, by its own names", softwareSettings({})),
};
