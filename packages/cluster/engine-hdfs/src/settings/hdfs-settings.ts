import { about } from "@reeve/contract";
import { fileSystemVariables, variableSettings } from "@reeve/file-system-pods";
import { type FileSystemDefinition, type SettingSchemas, type SoftwareSettings, softwareSettings } from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { hdfsTraits } from "./check-settings.ts";

/** A definition with the settings that only real file systems have. */
export interface HdfsDefinition extends FileSystemDefinition {
  readonly coordinators: 1 | 3;
  readonly engineConfiguration: { readonly core: SoftwareSettings; readonly hdfs: SoftwareSettings };
}

export const hdfsSettings: SettingSchemas = {
  settings: about("values of the variables of the configuration templates", variableSettings(fileSystemVariables)),
  coordinators: about(
    "the number of servers of the coordination service (ZooKeeper): 1 or 3. The coordination service decides which name node is active. While a majority of the servers is down, the active name node continues and no data is lost, but no failover is possible. Choose the number before the first deployment",
    v.exactOptional(v.picklist([1, 3], "expected 1 or 3"), 1),
  ),
  engineConfiguration: about(
    "settings of Hadoop itself, with Hadoop's names: `{ core: { io.file.buffer.size: 65536 }, hdfs: { dfs.blocksize: 67108864 } }`",
    v.exactOptional(v.strictObject({ core: softwareSettings({}, hdfsTraits("core")), hdfs: softwareSettings({}, hdfsTraits("hdfs")) }), {}),
  ),
};
