import { podSpec, resourceSet, taskSpec } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { hdfsCommand, loggingFile } from "./command.ts";

/** The type of the pods that run the coordination service. */
export const COORDINATOR = "coordinator";

const SIZE = { cpus: 0.3, mem: 160, disk: 1000 };
const DATA = "coordinator-data";

/** The port for clients, and the ports through which the servers reach each other. */
const PORTS = [
  { name: "coordinator", number: 2181, variable: "COORDINATOR_PORT" },
  { name: "coordinator-peer", number: 2888, variable: "COORDINATOR_PEER_PORT" },
  { name: "coordinator-election", number: 3888, variable: "COORDINATOR_ELECTION_PORT" },
];

/** Makes the pod spec of the coordination service. This pod is not in the API documents. */
export function coordinatorPod(definition: HdfsDefinition): PodSpec {
  const { coordinators: count } = definition;
  const before = `echo $((POD_INSTANCE_INDEX + 1)) > ${DATA}/myid || exit 1; `;
  const main = "-Dzookeeper.preAllocSize=1024 org.apache.zookeeper.server.quorum.QuorumPeerMain etc/zoo.cfg";
  const ports = count === 1 ? PORTS.slice(0, 1) : PORTS;
  const task = taskSpec({
    resources: resourceSet("coordinator-resources", { ...SIZE, ports, volume: { size: SIZE.disk, type: "ROOT", path: DATA } }, definition),
    command: hdfsCommand(main, { ...SIZE, before, environment: {} }),
    healthCheck: { port: "coordinator", send: ARE_YOU_OK, interval: 5, timeout: 5, failures: 6 },
    files: [{ name: "zoo-cfg", "relative-path": "etc/zoo.cfg", "template-content": configuration(count) }, loggingFile],
  });
  return podSpec(definition, { type: COORDINATOR, count, ownAddress: true, tasks: [task] });
}

const ARE_YOU_OK = Buffer.from("ruok").toString("base64");

function configuration(count: number): string {
  const lines = [
    `dataDir=${DATA}`,
    "clientPort={{COORDINATOR_PORT}}",
    "clientPortAddress={{MESOS_CONTAINER_IP}}",
    "tickTime=2000",
    "initLimit=10",
    "syncLimit=5",
    // The admin server is disabled, because it would listen on all addresses.
    "admin.enableServer=false",
    "4lw.commands.whitelist=ruok,srvr",
    "autopurge.snapRetainCount=3",
    "autopurge.purgeInterval=1",
  ];
  const servers = Array.from({ length: count }, (_, index) => `server.${index + 1}={{COORDINATOR_${index}_PEER}}`);
  return `${[...lines, ...(count === 1 ? [] : servers)].join("\n")}\n`;
}
