import type { FileSystemDefinition } from "@reeve/orchestrator";
import { variablesOf } from "./settings.ts";

/** The address of the coordination service, which does not exist: `.invalid` never resolves. */
const COORDINATOR = "coordinator.simulated.invalid:2181";

/** The environment of every task of a file system, escaped for XML. */
export function fileSystemEnvironment(
  definition: Pick<FileSystemDefinition, "settings">,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  const values = Object.entries(variablesOf(definition)).map(([name, value]) => [name, escaped(value)]);
  return { ...Object.fromEntries(values), COORDINATOR, ...Object.fromEntries(sections.map((flag) => [flag, "true"])) };
}

/** Templates insert values verbatim, so XML's special characters are escaped here. */
function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
