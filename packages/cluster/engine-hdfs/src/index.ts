export { createHdfsEngine, type HdfsEngineOptions } from "./hdfs-engine.ts";
export { type HdfsDefinition, hdfsSettings } from "./settings/hdfs-settings.ts";
export { hdfsSoftware } from "./software.ts";
