import { type FileSystemVariable, fileSystemVariables, settingRefused, variableValues } from "@reeve/file-system-pods";
import type { FileSystemDefinition } from "@reeve/orchestrator/engine";

/** The variables in the templates of a simulated file system. Real nodes support the same variables, except those for Kerberos tickets. */
export const variables = {
  ...fileSystemVariables,
  SECURE_MODE: { usual: "false", kind: "boolean" },
  KERBEROS_PRIMARY: { usual: "hdfs", kind: "word" },
  KERBEROS_REALM: { usual: "", kind: "word" },
} as const satisfies Readonly<Record<string, FileSystemVariable>>;

/** Returns the values of all variables that a definition can set. Refuses values that contradict each other. */
export function variablesOf(
  definition: Pick<FileSystemDefinition, "settings">,
): Readonly<Record<keyof typeof variables, string>> {
  const all = variableValues(definition, variables);
  if (all.SECURE_MODE === "true" && all.KERBEROS_REALM === "") {
    throw settingRefused("KERBEROS_REALM", "is the realm of the tickets, and is needed if SECURE_MODE is true");
  }
  return all;
}
