import { avoid, resourceSet, type WideColumnDefinition } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";

export function wideColumnPodSpecs(instance: string, definition: WideColumnDefinition): readonly PodSpec[] {
  const { settings } = definition;
  const resources = {
    cpus: settings.NODE_CPUS,
    mem: settings.NODE_MEM,
    ports: [
      { name: "native", number: 9042, variable: "NATIVE_TRANSPORT_PORT" },
      { name: "storage", number: 7000, variable: "STORAGE_PORT" },
    ],
    volume: { size: settings.NODE_DISK, type: "ROOT", path: "node-data" },
  };
  return [
    {
      type: "node",
      user: definition.user === "" ? null : definition.user,
      count: settings.NODE_COUNT,
      container: null,
      uris: [],
      "task-specs": [
        {
          name: "node",
          goal: "RUNNING",
          "resource-set": resourceSet("node-resources", resources, definition),
          "command-spec": { value: "reeve-simulated database-node", environment: { CLUSTER_NAME: instance } },
          "health-check-spec": null,
          "readiness-check-spec": null,
          "config-files": [
            { name: "cassandra", "relative-path": "etc/cassandra.yaml", "template-content": SETTINGS_FILE },
          ],
        },
      ],
      "placement-rule": avoid("node"),
    },
  ];
}

const SETTINGS_FILE = `# A simulated node: this file is checked as a real one's would be, and otherwise not read.
cluster_name: {{CLUSTER_NAME}}
num_tokens: 16
native_transport_port: {{NATIVE_TRANSPORT_PORT}}
storage_port: {{STORAGE_PORT}}
data_file_directories: ["{{MESOS_SANDBOX}}/node-data"]
hinted_handoff_enabled: false
`;
