import { about, integer, keyed, object, operation, resource, type Schema } from "@reeve/contract";
import { ConfigurationIds, ConfigurationInput } from "@reeve/scheduler-models";
import * as v from "valibot";

/** The resources of each broker. */
export interface BrokerConfiguration {
  readonly containerHookUri: string;
  readonly cpus: number;
  readonly disk: number;
  readonly diskType: string;
  readonly engineUri: string;
  readonly javaUri: string;
  readonly mem: number;
  readonly overriderUri: string;
}

/** The settings of the service itself. */
export interface ServiceConfiguration {
  readonly count: number;
  readonly name: string;
  readonly phaseStrategy: "INSTALL" | "STAGE" | (string & Record<never, never>);
  readonly placementStrategy: string;
  readonly principal: string;
  readonly role: string;
  readonly user: string;
}

/** One configuration of a broker service. */
export interface Configuration {
  readonly brokerConfiguration: BrokerConfiguration;
  /** Settings of the engine, under the names that the engine gives them. */
  readonly engineConfiguration: Readonly<Record<string, unknown>>;
  readonly serviceConfiguration: ServiceConfiguration;
}

const BrokerConfiguration: Schema<BrokerConfiguration> = object({
  containerHookUri: about("URI of a container hook artifact", v.string()),
  cpus: about("CPUs per broker", v.number()),
  disk: about("disk per broker, in MB", v.number()),
  diskType: about("volume type, such as ROOT", v.string()),
  engineUri: about("URI of the engine artifact", v.string()),
  javaUri: about("URI of the runtime artifact", v.string()),
  mem: about("memory per broker, in MB; set by BROKER_MEM", v.number()),
  overriderUri: about("URI of an overrider artifact", v.string()),
});

const ServiceConfiguration: Schema<ServiceConfiguration> = object({
  count: about("number of brokers; set by BROKER_COUNT", integer()),
  name: about("service instance name", v.string()),
  phaseStrategy: about("INSTALL or STAGE; set by PHASE_STRATEGY", v.string()),
  placementStrategy: about("such as NODE", v.string()),
  principal: about("resource principal", v.string()),
  role: about("resource role", v.string()),
  user: about("user that runs the tasks; may be empty", v.string()),
});

export const Configuration: Schema<Configuration> = resource("BrokerConfiguration", "One configuration of a broker service.", {
  brokerConfiguration: BrokerConfiguration,
  engineConfiguration: about("settings of the engine", keyed(v.string(), v.unknown())),
  serviceConfiguration: ServiceConfiguration,
});

export const listBrokerConfigurations = operation({
  summary: "List the ids of all configurations",
  effect: "read",
  output: ConfigurationIds,
  list: { of: "configurations", hasEvents: true },
  names: { configuration: (ids) => ids },
  routes: { R1: "GET /configurations", R2: "GET /configurations", R3: "GET /configurations" },
});

export const showBrokerConfiguration = operation({
  summary: "Show a configuration",
  effect: "read",
  input: ConfigurationInput,
  output: Configuration,
  routes: { R1: "GET /configurations/{id}", R2: "GET /configurations/{id}", R3: "GET /configurations/{id}" },
  example: { id: "1915bcad-1235-400f-8406-4ac7555a7d34" },
});

export const brokerTargetConfiguration = operation({
  summary: "Show the target configuration of the service",
  effect: "read",
  output: Configuration,
  routes: { R1: "GET /configurations/target", R2: "GET /configurations/target", R3: "GET /configurations/target" },
});

/** The operations on configurations, by verb. */
export const configurationOperations = {
  list: listBrokerConfigurations,
  show: showBrokerConfiguration,
  target: brokerTargetConfiguration,
} as const;
