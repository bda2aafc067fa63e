import type { ResourceSet } from "@reeve/scheduler-models";
import type { LaunchRequest, Placement } from "./runtime.ts";

/**
 * Returns the environment of a task: the variables of the task's command, then those of this launch, then those that only the runtime can
 * set. If a name occurs twice, the last value wins. The same values fill the templates of the task's files. The sandbox is the task's
 * working directory.
 */
export function taskEnvironment(
  request: LaunchRequest,
  placement: Placement,
  sandbox: string,
): Readonly<Record<string, string>> {
  const own: Record<string, string> = {
    MESOS_SANDBOX: sandbox,
    MESOS_CONTAINER_IP: placement.addresses[0] ?? "",
    STATSD_UDP_HOST: placement.addresses[0] ?? "",
    STATSD_UDP_PORT: "8125",
  };
  for (const { name, variable } of portsAsked(request.resources)) {
    if (variable !== undefined) own[variable] = String(placement.ports[name]);
  }
  for (const { envKey, value } of request.resources["volume-specifications"]) {
    if (envKey) own[envKey] = String(value.scalar?.value ?? "");
  }
  return { ...request.command.environment, ...request.environment, ...own };
}

/** A named port that a task asks for. */
export interface PortAsked {
  readonly name: string;
  /** The port number; 0 if the runtime chooses one. */
  readonly port: number;
  /** The variable that contains the port. */
  readonly variable: string | undefined;
}

/** Returns the named ports that a task asks for. */
export function portsAsked(resources: ResourceSet): readonly PortAsked[] {
  return resources["resource-specifications"].flatMap(({ "port-specs": specs }) =>
    (specs ?? []).map(({ "port-name": name, value, envKey }) => ({
      name,
      port: value?.ranges?.range[0]?.begin ?? 0,
      variable: envKey ?? undefined,
    })),
  );
}
