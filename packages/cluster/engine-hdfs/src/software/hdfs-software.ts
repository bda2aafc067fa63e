import { type JavaSoftware, pinnedJars } from "@reeve/java-software";
import { HDFS_JARS, HDFS_POM, HDFS_VERSION } from "./release.ts";
import { warmUpHdfs } from "./warm-up.ts";

/** The HDFS release that real file systems run, with the coordination service (ZooKeeper) that failover needs. */
export const hdfsSoftware: JavaSoftware = {
  name: "hdfs",
  title: "HDFS",
  version: HDFS_VERSION,
  pom: HDFS_POM,
  jars: pinnedJars(HDFS_JARS),
  java: { oldest: 17 },
  warmUp: warmUpHdfs,
};
