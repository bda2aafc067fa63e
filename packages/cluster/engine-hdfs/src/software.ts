import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { siteDocument } from "@reeve/file-system-pods";
import { freePorts, type JavaSoftware, pinnedJars, run, runUntilListening, type WarmUp } from "@reeve/java-software";
import { JARS, VERSION } from "./generated/release.ts";

/** The HDFS release that real file systems run, with the coordination service (ZooKeeper) that failover needs. */
export const hdfsSoftware: JavaSoftware = {
  name: "hdfs",
  title: "HDFS",
  version: VERSION,
  jars: pinnedJars(JARS),
  java: { oldest: 17 },
  warmUp,
};

const SMALL = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"];

/** Runs one name node, so that Java can write a class archive. A name node loads most of the classes that the other daemons need. */
async function warmUp(...[java, options, { folder, environment, signal }]: Parameters<WarmUp>): Promise<boolean> {
  const own = [...SMALL, `-Djava.io.tmpdir=${folder}`];
  const site = join(folder, "site.xml");
  const [rpc = 0, http = 0] = await freePorts(2);
  writeFileSync(
    site,
    siteDocument([
      ["fs.defaultFS", `hdfs://127.0.0.1:${rpc}`],
      ["dfs.namenode.http-address", `127.0.0.1:${http}`],
      ["dfs.namenode.name.dir", join(folder, "name")],
    ]),
  );
  const main = ["org.apache.hadoop.hdfs.server.namenode.NameNode", "-conf", site];
  await run(java, [...own, ...main, "-format", "-force", "-nonInteractive"], { environment, signal });
  return runUntilListening(java, [...own, ...options, ...main], { port: rpc, environment, signal });
}
