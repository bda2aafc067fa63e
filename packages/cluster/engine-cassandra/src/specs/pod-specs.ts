import { ReeveError } from "@reeve/contract";
import { avoid, type HealthCheck, podSpec, resourceSet, suggestionFor, taskSpec } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import type { CassandraDefinition } from "../settings/cassandra-settings.ts";
import { checkCassandraSettings } from "../settings/check-settings.ts";
import { AGENT_FILES } from "./agent-files.ts";
import { javaCommand, LOGGING } from "./command.ts";
import { CLIENT_TLS_FILE, DATA, settingsFile } from "./settings-file.ts";

/** The smallest memory in megabytes with which a node can start. */
const MIN_MEMORY = 512;

const PORTS = { native: 9042, storage: 7000, agent: 8778 } as const;

/** Makes the pod specs of database nodes from a definition. Refuses a definition whose nodes could not run. */
export function cassandraPodSpecs(_instance: string, definition: CassandraDefinition): readonly PodSpec[] {
  const { settings, engineConfiguration, ports, clientTls } = definition;
  checkCassandraSettings(engineConfiguration);
  const names = Object.keys(PORTS);
  for (const name of Object.keys(ports)) {
    if (!names.includes(name)) throw refusal(`ports: there is no port ${name}${suggestionFor(name, names)}`);
  }
  if (settings.NODE_MEM < MIN_MEMORY) throw refusal(`NODE_MEM is ${settings.NODE_MEM}: a node needs at least ${MIN_MEMORY} MB`);
  const numbers = { ...PORTS, ...ports };
  if (new Set(Object.values(numbers)).size < names.length) throw refusal("ports: two ports have the same number");
  const size = { cpus: settings.NODE_CPUS, mem: settings.NODE_MEM };
  const resources = {
    ...size,
    ports: [
      { name: "native", number: numbers.native, variable: "NATIVE_PORT" },
      { name: "storage", number: numbers.storage, variable: "STORAGE_PORT" },
      { name: "agent", number: numbers.agent, variable: "AGENT_PORT" },
    ],
    volume: { size: settings.NODE_DISK, type: "ROOT", path: DATA },
  };
  const task = taskSpec({
    resources: resourceSet("node-resources", resources, definition),
    command: javaCommand(size),
    healthCheck: HEALTH,
    files: [
      { name: "cassandra", "relative-path": "etc/cassandra.yaml", "template-content": settingsFile(engineConfiguration, clientTls) },
      ...AGENT_FILES,
      { name: "logback", "relative-path": "etc/logback.xml", "template-content": LOGGING },
      ...(clientTls === false ? [] : [CLIENT_TLS_FILE]),
    ],
  });
  // Nodes are identified by their addresses, and drivers expect the same port on each of them.
  return [podSpec(definition, { type: "node", count: settings.NODE_COUNT, ownAddress: true, tasks: [task], placement: avoid("node") })];
}

/** The first message of a TLS handshake, with no extensions but those that the agent needs. */
const HELLO = "FgMBAEUBAABBAwMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAsArAQAAFgAKAAQAAgAXAA0ABAACBAMACwACAQA=";

/** The agent answers as soon as the process runs, even while the node is joining. The health check needs no secret to get an answer. */
const HEALTH: HealthCheck = { port: "agent", send: HELLO, interval: 5, timeout: 5, failures: 6 };

function refusal(reason: string): ReeveError {
  return new ReeveError("bad-input", reason);
}
