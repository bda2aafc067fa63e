import {
  type FileSystemDefinition,
  type FileSystemVariable,
  fileSystemVariables,
  settingRefused,
  variableValues,
} from "@reeve/orchestrator";

/** The document's variables, and those of its tickets, which no real nodes have yet. */
const variables = {
  ...fileSystemVariables,
  SECURE_MODE: { usual: "false", kind: "boolean" },
  KERBEROS_PRIMARY: { usual: "hdfs", kind: "word" },
  KERBEROS_REALM: { usual: "", kind: "word" },
} as const satisfies Readonly<Record<string, FileSystemVariable>>;

/** The values of all variables that can be set; refuses what does not go together. */
export function variablesOf(
  definition: Pick<FileSystemDefinition, "settings">,
): Readonly<Record<keyof typeof variables, string>> {
  const all = variableValues(definition, variables);
  if (all.SECURE_MODE === "true" && all.KERBEROS_REALM === "") {
    throw settingRefused("KERBEROS_REALM", "is needed where SECURE_MODE is true: the realm of the tickets");
  }
  return all;
}
