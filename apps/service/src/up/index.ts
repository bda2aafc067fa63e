export { readDefinition } from "../definition/read-definition.ts";
export { type ClusterDefinition, clusterDefinition } from "../in-cluster/cluster-definition.ts";
export { upDetached } from "./detach.ts";
export type { UpFlags } from "./flags.ts";
export { readUpFlags } from "./flags.ts";
export { realData, stopOrphans } from "./real-nodes.ts";
export type { UpReport, UpWorld } from "./up.ts";
export { LOG_FILE, reportInWords, reportOf, startInFolder, stateOf } from "./up.ts";
