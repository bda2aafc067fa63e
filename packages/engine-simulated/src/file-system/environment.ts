import type { FileSystemDefinition } from "@reeve/orchestrator";
import { variablesOf } from "./settings.ts";

/** The coordination service: there is none, and nobody can take it for one. */
const COORDINATOR = "coordinator.simulated.invalid:2181";

/** What every task of a file system finds in its environment, ready to be put into XML. */
export function fileSystemEnvironment(
  definition: Pick<FileSystemDefinition, "settings">,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  const values = Object.entries(variablesOf(definition)).map(([name, value]) => [name, escaped(value)]);
  return { ...Object.fromEntries(values), COORDINATOR, ...Object.fromEntries(sections.map((flag) => [flag, "true"])) };
}

/** Templates put values in as they are, so what means something in XML is written so that it does not. */
function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
