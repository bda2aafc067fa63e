import {
  type FileSystemVariableName,
  fileSystemVariables,
  settingRefused,
  variableValues,
} from "@reeve/file-system-pods";
import type { FileSystemDefinition } from "@reeve/orchestrator/engine";

/** Variables of the API document that real nodes do not support yet. */
const impossible: ReadonlySet<string> = new Set(["SECURE_MODE", "KERBEROS_PRIMARY", "KERBEROS_REALM"]);

/** Returns the values of all variables. Refuses values that real nodes do not support. */
export function variablesOf({
  settings,
}: Pick<FileSystemDefinition, "settings">): Readonly<Record<FileSystemVariableName, string>> {
  for (const [name, value] of Object.entries(settings)) {
    if (impossible.has(name) && value !== false && value !== "false") {
      throw settingRefused(name, "is not supported for real nodes, which run without Kerberos; remove it");
    }
  }
  const possible = Object.fromEntries(Object.entries(settings).filter(([name]) => !impossible.has(name)));
  const all = variableValues({ settings: possible }, fileSystemVariables);
  if (all.HA_AUTOMATIC_FAILURE === "false") {
    throw settingRefused(
      "HA_AUTOMATIC_FAILURE",
      "is false: without automatic failover no name node would become active",
    );
  }
  return all;
}
