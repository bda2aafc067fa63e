import { about, integer, maybe, operation, resource, type Schema } from "@reeve/contract";
import { ConfigurationIds, ConfigurationInput, PodSpec } from "@reeve/scheduler-models";
import * as v from "valibot";

/** One configuration of a file system service, with all its pods. */
export interface TargetConfiguration {
  readonly name: string;
  readonly role: string;
  readonly principal: string;
  readonly "api-port": number;
  readonly "web-url"?: string | null;
  /** `<host>:<port>` of the coordination service. Some servers use another field name. */
  readonly coordinator?: string;
  readonly "pod-specs": readonly PodSpec[];
}

export const TargetConfiguration: Schema<TargetConfiguration> = resource(
  "TargetConfiguration",
  "One configuration of a file system service: all that its pods run.",
  {
    name: about("service name", v.string()),
    role: v.string(),
    principal: v.string(),
    "api-port": integer(),
    "web-url": maybe(v.string()),
    coordinator: about("`<host>:<port>` of the coordination service", v.exactOptional(v.string())),
    "pod-specs": v.array(PodSpec),
  },
);

export const fileSystemTargetConfiguration = operation({
  summary: "Show the target configuration of the service",
  effect: "read",
  output: TargetConfiguration,
  routes: { V1: "GET /configurations/target", V2: "GET /configurations/target" },
});

export const inspectFileSystemConfiguration = operation({
  summary: "Show the target configuration with everything that its pods run",
  about:
    "The documented target configuration leaves out what only a real engine needs: the pods of the coordination service, further files, and the wish for an own address.",
  effect: "read",
  output: TargetConfiguration,
  routes: { "*": "GET {reeve}/configurations/target" },
});

export const listFileSystemConfigurations = operation({
  summary: "List the ids of all configurations",
  effect: "read",
  output: ConfigurationIds,
  list: { of: "configurations", hasEvents: true },
  names: { configuration: (ids) => ids },
  routes: { V1: "GET /configurations" },
  instead: "configurations.target",
});

export const showFileSystemConfiguration = operation({
  summary: "Show a configuration",
  effect: "read",
  input: ConfigurationInput,
  output: TargetConfiguration,
  routes: { V1: "GET /configurations/{id}" },
  instead: "configurations.target",
  example: { id: "1915bcad-1235-400f-8406-4ac7555a7d34" },
});
