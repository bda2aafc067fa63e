export { readDefinition } from "../definition/read-definition.ts";
export { type ClusterDefinition, clusterDefinition } from "../in-cluster/cluster-definition.ts";
export { LOG_FILE } from "../state/last-end.ts";
export { upDetached } from "./detach.ts";
export type { UpFlags } from "./flags.ts";
export { readUpFlags } from "./flags.ts";
export { realData, stopOrphans } from "./real-nodes.ts";
export type { UpReport, UpWorld } from "./start-in-folder.ts";
export { reportInWords, reportOf, startInFolder, stateOf } from "./start-in-folder.ts";
