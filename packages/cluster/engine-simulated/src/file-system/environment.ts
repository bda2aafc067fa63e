import { escapedForSite } from "@reeve/file-system-pods";
import type { FileSystemDefinition } from "@reeve/orchestrator/engine";
import { variablesOf } from "./settings.ts";

/** The address of a coordination service that does not exist: host names that end in `.invalid` never resolve. */
const COORDINATOR = "coordinator.simulated.invalid:2181";

/** Returns the environment variables that every task of a file system gets. The values are escaped for XML. */
export function fileSystemEnvironment(
  definition: Pick<FileSystemDefinition, "settings">,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  const values = Object.entries(variablesOf(definition)).map(([name, value]) => [name, escapedForSite(value)]);
  return { ...Object.fromEntries(values), COORDINATOR, ...Object.fromEntries(sections.map((flag) => [flag, "true"])) };
}
