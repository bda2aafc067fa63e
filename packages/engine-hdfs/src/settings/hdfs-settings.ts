import { about } from "@reeve/contract";
import { type FileSystemDefinition, type Settings, type SoftwareSettings, softwareSettings } from "@reeve/orchestrator";
import * as v from "valibot";

/** Settings of a real file system in a definition. */
interface HdfsSettings {
  readonly coordinators: 1 | 3;
  readonly engineConfiguration: { readonly core: SoftwareSettings; readonly hdfs: SoftwareSettings };
}

export type HdfsDefinition = FileSystemDefinition & HdfsSettings;

export const hdfsSettings: Settings = {
  coordinators: about(
    "how many servers of the coordination service, which decides which name node is active: 1 or 3. Without a majority of them no data is lost and the active name node continues, but no failover is possible. Choose it before the first deployment",
    v.exactOptional(v.picklist([1, 3], "expected 1 or 3"), 1),
  ),
  engineConfiguration: about(
    "settings of the file system itself, by its own names: `{ core: { io.file.buffer.size: 65536 }, hdfs: { dfs.blocksize: 67108864 } }`",
    v.exactOptional(v.strictObject({ core: softwareSettings({}), hdfs: softwareSettings({}) }), {}),
  ),
};
