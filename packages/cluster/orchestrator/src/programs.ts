import { buffer } from "node:stream/consumers";
import { isReeveError, ReeveError } from "@reeve/contract";
import { type ConfigFile, type ResourceSet, renderTemplate } from "@reeve/scheduler-models";
import { reasonOf } from "./messages.ts";
import type { Address, LaunchRequest, Placement, Program } from "./runtime.ts";

/** The variables that a program inherits: enough to find programs and the user's files, and none of the service's secrets. */
export function inherited(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value !== undefined && INHERITED.test(name) ? [[name, value]] : [])),
  );
}

const INHERITED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|JAVA_HOME)$/;

/** Waits until a program has ended with success, and returns its whole output. */
export async function outputOf({ output }: Pick<Program, "output">): Promise<string> {
  return (await buffer(output)).toString();
}

/**
 * Returns the environment of a task: the variables of the task's command, then those of this launch, then those that only the runtime can
 * set. If a name occurs twice, the last value wins. The same values fill the templates of the task's files. The sandbox is the task's
 * working directory.
 */
export function taskEnvironment(request: LaunchRequest, placement: Placement, sandbox: string): Readonly<Record<string, string>> {
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

/** Fills the template of a task's file with values. Throws `bad-input` if the template is invalid. */
export function contentOfFile(file: ConfigFile, values: Readonly<Record<string, string>>): string {
  try {
    return renderTemplate(file["template-content"], values);
  } catch (error) {
    throw new ReeveError("bad-input", `${file["relative-path"]}: ${reasonOf(error)}`);
  }
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

/** The address of a node's port, and the way on which this process reaches it. Without `reach`, the address itself can be used. */
export interface Reachable extends Address {
  readonly reach?: ((address: Address) => Promise<Address>) | undefined;
}

/** Returns the address to connect to. Everything else, such as names in certificates, concerns the node's own address. */
export async function reached({ host, port, reach }: Reachable): Promise<Address> {
  return reach ? reach({ host, port }) : { host, port };
}

/**
 * Makes a function that replaces the error of a connection by a value, because nodes that do not answer are normal. It throws the error
 * if the service may not connect to nodes at all (`conflict`), because operators have to read that reason.
 */
export function unlessRefused<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isReeveError(error, "conflict")) throw error;
    return value;
  };
}
