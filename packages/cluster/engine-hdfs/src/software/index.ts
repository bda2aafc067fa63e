export { hdfsSoftware } from "./hdfs-software.ts";
