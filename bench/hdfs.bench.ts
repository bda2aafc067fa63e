import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { needsEngine } from "./engines.ts";
import { type FileSystemProgram, startFileSystemScript, startFileSystemService } from "./hdfs-process.ts";
import { megabytesOf } from "./kafka-process.ts";
import type { Measure } from "./measure.ts";
import { type ClusterWork, clusterMeasures, seconds } from "./whole-cluster.ts";

const works: readonly ClusterWork<FileSystemProgram>[] = [
  {
    name: "from `up` to a complete plan: 11 daemons of HDFS",
    against: "a script without Reeve, with the same processes, order and checks",
    goal: 1.2,
    isFelt: true,
    unit: "s",
    rounds: 3,
    work: (_, started) => started,
  },
  {
    name: "a rollout over 10 daemons of HDFS",
    against: "the sum of the rollout's parts, in a script without Reeve",
    goal: 1.2,
    isFelt: true,
    unit: "s",
    rounds: 3,
    work: ({ roll }) => seconds(roll),
  },
  {
    name: "memory of the service with a file system",
    against: "of the script with the same",
    unit: "MB",
    rounds: 1,
    work: megabytesOf,
  },
];

const needs = needsEngine(hdfsSoftware);

export const measures: readonly Measure[] = clusterMeasures(works, {
  service: startFileSystemService,
  script: startFileSystemScript,
}).map((measured) => ({ ...measured, needs }));
