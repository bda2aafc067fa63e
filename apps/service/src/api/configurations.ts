import type { Configuration as BrokerConfiguration } from "@reeve/broker-models";
import { isRecord } from "@reeve/contract";
import type { TargetConfiguration } from "@reeve/file-system-models";
import type { DefinitionOf, DeployedConfiguration, Instance } from "@reeve/orchestrator";
import type { PodSpec } from "@reeve/scheduler-models";
import { json, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { noConfiguration } from "./handlers.ts";

export function configurationIds({ configurations }: Instance): HttpAnswer {
  return json(configurations.ids());
}

/** The id of the instance's target configuration. */
export function target({ configurations }: Instance): string {
  return configurations.target().id;
}

/** A configuration as the broker's API shows it. */
export function brokerConfiguration(instance: Instance<"broker">, id: string): HttpAnswer {
  const configuration = existing(instance, id);
  return unchanging(configuration, () => JSON.stringify(ofBroker(instance.name, configuration)));
}

/** A configuration as the file system's API document shows it. */
export function fileSystemConfiguration(instance: Instance<"file-system">, id: string, port: number): HttpAnswer {
  const configuration = existing(instance, id);
  return unchanging(configuration, () => JSON.stringify(documented(ofFileSystem(instance, configuration, port))));
}

/** The target configuration of a file system, with everything that its pods run. */
export function wholeConfiguration(instance: Instance<"file-system">, port: number): HttpAnswer {
  return json(ofFileSystem(instance, existing(instance, target(instance)), port));
}

/** Finds a configuration by its id, ignoring the case of letters. */
function existing({ configurations, name }: Instance, id: string): DeployedConfiguration {
  const found = configurations.get(id) ?? configurations.get(id.toLowerCase());
  if (!found) throw noConfiguration(name, id);
  return found;
}

function ofBroker(name: string, { definition }: DeployedConfiguration): BrokerConfiguration {
  const { settings, uris, principal, role, user } = definition as DefinitionOf<"broker">;
  // The API shows the engine's own settings in the field `engineConfiguration`. The definition has them in a setting with the same name, if
  // the engine has this setting.
  const engineConfiguration = "engineConfiguration" in definition ? definition.engineConfiguration : {};
  return {
    brokerConfiguration: {
      containerHookUri: uris.containerHookUri,
      cpus: settings.BROKER_CPUS,
      disk: settings.BROKER_DISK,
      diskType: settings.BROKER_DISK_TYPE,
      engineUri: uris.engineUri,
      javaUri: uris.javaUri,
      mem: settings.BROKER_MEM,
      overriderUri: uris.overriderUri,
    },
    engineConfiguration: isRecord(engineConfiguration) ? engineConfiguration : {},
    serviceConfiguration: {
      count: settings.BROKER_COUNT,
      name,
      phaseStrategy: settings.PHASE_STRATEGY,
      placementStrategy: settings.PLACEMENT_STRATEGY,
      principal,
      role,
      user,
    },
  };
}

function ofFileSystem(
  instance: Instance<"file-system">,
  { definition, podSpecs }: DeployedConfiguration,
  port: number,
): TargetConfiguration {
  const coordinator = coordinatorOf(podSpecs) ?? instance.administration.coordinator?.();
  return {
    name: instance.name,
    role: definition.role,
    principal: definition.principal,
    "api-port": port,
    "web-url": null,
    ...(coordinator !== undefined && { coordinator }),
    "pod-specs": podSpecs,
  };
}

/** The pod types and the configuration files that the API document lists. */
const PODS: ReadonlySet<string> = new Set(["journal", "name", "fc", "data"]);
const FILES: ReadonlySet<string> = new Set(["core-site", "fs-site", "hadoop-metrics2", "fs-bootstrap-site"]);

/** Leaves out what only an engine needs, and the API document does not have: internal pods, further files and `own-address`. */
function documented(configuration: TargetConfiguration): TargetConfiguration {
  const specs = configuration["pod-specs"].flatMap(({ "own-address": _, ...spec }): readonly PodSpec[] => {
    const tasks = spec["task-specs"].map((task) => ({
      ...task,
      "config-files": (task["config-files"] ?? []).filter(({ name }) => FILES.has(name)),
    }));
    return PODS.has(spec.type) ? [{ ...spec, "task-specs": tasks }] : [];
  });
  return { ...configuration, "pod-specs": specs };
}

/** The address of the coordination service, taken from the nodes' environment. */
function coordinatorOf(podSpecs: DeployedConfiguration["podSpecs"]): string | undefined {
  const commands = podSpecs.flatMap((spec) => spec["task-specs"].map((task) => task["command-spec"]));
  return commands.find(({ environment }) => environment.COORDINATOR !== undefined)?.environment.COORDINATOR;
}
