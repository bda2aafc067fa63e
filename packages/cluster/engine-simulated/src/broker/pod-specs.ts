import { checkBrokerSettings } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { avoid, didYouMean, inTemplate, resourceSet } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import type { SimulatedBrokers } from "../settings.ts";

export const BROKER_PORT = 9092;

export function brokerPodSpecs(instance: string, definition: SimulatedBrokers): readonly PodSpec[] {
  const { settings, uris, engineConfiguration, ports } = definition;
  checkBrokerSettings(engineConfiguration, settings.BROKER_COUNT);
  for (const name of Object.keys(ports)) {
    if (name === "broker") continue;
    throw new ReeveError("bad-input", `ports: a simulated broker has no port ${name}${didYouMean(name, ["broker"])}`);
  }
  const resources = {
    cpus: settings.BROKER_CPUS,
    mem: settings.BROKER_MEM,
    ports: [{ name: "broker", number: ports.broker ?? BROKER_PORT, variable: "BROKER_PORT" }],
    volume: { size: settings.BROKER_DISK, type: settings.BROKER_DISK_TYPE, path: "broker-data" },
  };
  return [
    {
      type: "broker",
      user: definition.user === "" ? null : definition.user,
      count: settings.BROKER_COUNT,
      container: null,
      uris: [uris.engineUri, uris.javaUri, uris.overriderUri].filter((uri) => uri !== ""),
      "task-specs": [
        {
          name: "node",
          goal: "RUNNING",
          "resource-set": resourceSet("broker-resources", resources, definition),
          "command-spec": {
            value: "reeve-simulated broker etc/server.properties",
            environment: { SERVICE_NAME: instance },
          },
          "health-check-spec": null,
          "readiness-check-spec": null,
          "config-files": [
            {
              name: "server-properties",
              "relative-path": "etc/server.properties",
              "template-content": serverProperties(engineConfiguration),
            },
          ],
        },
      ],
      "placement-rule": settings.PLACEMENT_STRATEGY === "NODE" ? avoid("broker") : avoid(),
    },
  ];
}

function serverProperties(engineConfiguration: SimulatedBrokers["engineConfiguration"]): string {
  const given = Object.entries(engineConfiguration)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${inTemplate(name, value, String)}`);
  const own = [
    "# A simulated broker: this file is checked as a real one's would be, and otherwise not read.",
    "broker.id={{POD_INSTANCE_INDEX}}",
    "listeners=PLAINTEXT://0.0.0.0:{{BROKER_PORT}}",
    "log.dirs={{MESOS_SANDBOX}}/broker-data",
  ];
  return `${[...own, ...given].join("\n")}\n`;
}
