import type { Configuration as BrokerConfiguration } from "@reeve/broker-models";
import { isRecord } from "@reeve/contract";
import type { TargetConfiguration } from "@reeve/file-system-models";
import type { DefinitionOf, DeployedConfiguration, Instance } from "@reeve/orchestrator";
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

/** A configuration as the file system's API shows it. */
export function fileSystemConfiguration(instance: Instance<"file-system">, id: string, port: number): HttpAnswer {
  const configuration = existing(instance, id);
  return unchanging(configuration, () => JSON.stringify(ofFileSystem(instance, configuration, port)));
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

/** The address of the coordination service, taken from the nodes' environment. */
function coordinatorOf(podSpecs: DeployedConfiguration["podSpecs"]): string | undefined {
  for (const { "task-specs": tasks } of podSpecs) {
    for (const { "command-spec": command } of tasks) {
      if (command.environment.COORDINATOR !== undefined) return command.environment.COORDINATOR;
    }
  }
  return undefined;
}
