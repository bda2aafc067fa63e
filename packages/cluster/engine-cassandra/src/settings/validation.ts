import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Validation } from "@reeve/java-software";
import { isReference } from "@reeve/orchestrator/engine";
import { javaOptions } from "../specs/command.ts";
import { settingsOfLoneNode } from "../specs/settings-file.ts";
import type { CassandraDefinition } from "./cassandra-settings.ts";

/** What the database prints if it refuses its settings. */
const REFUSED = /^Exception \(org\.apache\.cassandra\.exceptions\.ConfigurationException\) encountered during startup: (.*)$/m;

/**
 * Has the database's own checks read its settings: the tool that computes tokens reads them as a node does, with as much memory as a node
 * has. References to secrets are left out, because their values are known only at a launch.
 */
export function cassandraValidation({ engineConfiguration, settings }: CassandraDefinition): Validation {
  const given = Object.fromEntries(Object.entries(engineConfiguration).filter(([, value]) => !isReference(value)));
  return {
    settings: settingsOfLoneNode(given, { sandbox: "/nowhere", native: 9042, storage: 7000 }),
    command: (file, folder) => [
      ...javaOptions({ mem: settings.NODE_MEM, cpus: settings.NODE_CPUS }),
      `-Dcassandra.config=${pathToFileURL(file).href}`,
      `-Dcassandra.storagedir=${join(folder, "data")}`,
      `-Dlogback.configurationFile=${join(folder, "none")}`,
      ...["org.apache.cassandra.tools.GenerateTokens", "-n", "1", "-t", "1", "--rf", "1"],
    ],
    refusalIn: ({ printed }) => REFUSED.exec(printed)?.[1],
  };
}
