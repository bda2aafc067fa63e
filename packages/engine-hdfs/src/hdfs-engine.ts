import { createProvisioner, type Environment, enginesFolder, openInstallation } from "@reeve/java-software";
import type { Engine } from "@reeve/orchestrator";
import { openHdfsCluster } from "./cluster/hdfs-cluster.ts";
import { type HdfsDefinition, hdfsSettings } from "./settings/hdfs-settings.ts";
import { hdfsSoftware } from "./software/hdfs-software.ts";
import { COORDINATOR } from "./specs/coordinator-pod.ts";
import { hdfsPodSpecs } from "./specs/pod-specs.ts";

/** All options have defaults. */
export interface HdfsEngineOptions {
  /** The user's folder of all engines; by default under REEVE_HOME or in the platform's cache. */
  readonly folder?: string;
  /** The environment to find Java and Maven with: PATH, JAVA_HOME. */
  readonly environment?: Environment;
}

/** The engine whose pods are a real file system. The software is fetched when the first of them is launched. */
export function createHdfsEngine({
  environment = process.env,
  folder = enginesFolder(environment, process.platform),
}: HdfsEngineOptions = {}): Engine<HdfsDefinition> {
  const installation = openInstallation({ software: hdfsSoftware, folder, environment });
  const provisioner = createProvisioner(installation, environment);
  return {
    name: "hdfs",
    kind: "file-system",
    simulated: false,
    version: hdfsSoftware.version,
    internalPods: [COORDINATOR],
    limits: () => ({ gettingReady: GETTING_READY }),
    mayShrink: (podType) =>
      podType === "data" ? { ready: true } : { ready: false, reason: "only data nodes can be taken away" },
    settings: hdfsSettings,
    notes: ({ coordinators, pods }) => [
      ...(coordinators === 1 ? [ONE_COORDINATOR] : []),
      ...(pods.data.count === 1 ? [ONE_COPY] : []),
    ],
    podSpecs: hdfsPodSpecs,
    open: async (context) => openHdfsCluster(context, provisioner(context.log)),
  };
}

/** Seconds; a name node reads its whole image, and on a busy machine a start takes several times as long. */
const GETTING_READY = 180;

const ONE_COORDINATOR =
  "one server of the coordination service: while it is down no failover is possible; coordinators: 3 tolerates the loss of one";
const ONE_COPY = "one data node: each block has one copy, and is lost with that node's volume";
