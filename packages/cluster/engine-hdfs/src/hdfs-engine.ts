import { type JavaEngineOptions, openJavaEngine } from "@reeve/java-software";
import { type Engine, notReady, READY } from "@reeve/orchestrator/engine";
import { openHdfsCluster } from "./cluster/hdfs-cluster.ts";
import { type HdfsDefinition, hdfsSettings } from "./settings/hdfs-settings.ts";
import { hdfsSoftware } from "./software.ts";
import { COORDINATOR } from "./specs/coordinator-pod.ts";
import { hdfsPodSpecs } from "./specs/pod-specs.ts";

/** Options of the engine; all have defaults. */
export type HdfsEngineOptions = JavaEngineOptions;

/** Creates the engine whose pods form a real file system. The software is downloaded when the first pod is launched. */
export function createHdfsEngine(options: HdfsEngineOptions = {}): Engine<HdfsDefinition> {
  const { provisioner } = openJavaEngine(hdfsSoftware, options);
  return {
    name: "hdfs",
    kind: "file-system",
    simulated: false,
    version: hdfsSoftware.version,
    internalPods: [COORDINATOR],
    limits: () => ({ gettingReady: GETTING_READY }),
    mayShrink: (podType) => (podType === "data" ? READY : notReady("only data nodes can be removed")),
    settings: hdfsSettings,
    notes: ({ coordinators, pods, engineConfiguration: { hdfs } }) => [
      ...(coordinators === 1 ? [ONE_COORDINATOR] : []),
      ...(pods.data.count === 1 ? [ONE_COPY] : []),
      ...(String(hdfs[FLUSHING]) === "true" ? [] : [POWER_FAILURE]),
    ],
    podSpecs: hdfsPodSpecs,
    open: async (context) => openHdfsCluster(context, provisioner(context.log)),
  };
}

/** Seconds for getting ready. A name node first reads its whole image, on a busy machine several times as long. */
const GETTING_READY = 180;

const ONE_COORDINATOR =
  "the coordination service has only one server: while this server is down, no failover is possible; with `coordinators: 3`, one server can be down";
const ONE_COPY = "there is only one data node: each block has a single copy, which is lost if the node's volume is lost";

/** The setting with which data nodes write each block to the disk before they acknowledge it. */
const FLUSHING = "dfs.datanode.synconclose";

const POWER_FAILURE = `data nodes leave it to the operating system when blocks are written to the disk: if all data nodes lose their power at once, as on one machine, the files of the last seconds may be lost, although they were acknowledged; the setting ${FLUSHING}: true prevents this, and makes writing slower`;
