import { type JavaSoftware, pinnedJars } from "@reeve/java-software";
import { JARS, VERSION } from "../generated/release.ts";
import { warmUpHdfs } from "./warm-up.ts";

/** The HDFS release that real file systems run, with the coordination service (ZooKeeper) that failover needs. */
export const hdfsSoftware: JavaSoftware = {
  name: "hdfs",
  title: "HDFS",
  version: VERSION,
  jars: pinnedJars(JARS),
  java: { oldest: 17 },
  warmUp: warmUpHdfs,
};
