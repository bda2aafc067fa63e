import { about } from "@reeve/contract";
import {
  portSettings,
  type Settings,
  type SoftwareSettings,
  softwareSettings,
  type WideColumnDefinition,
} from "@reeve/orchestrator";

/** Settings of real database nodes in a definition. */
interface CassandraSettings {
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
}

export type CassandraDefinition = WideColumnDefinition & CassandraSettings;

export const cassandraSettings: Settings = {
  ports: about(
    "the ports of the nodes, which have addresses of their own where the machine has them: `{ native: 9042, storage: 7000, agent: 8778 }` by default",
    portSettings(),
  ),
  engineConfiguration: about("settings of the database itself, by its own names", softwareSettings({})),
};
