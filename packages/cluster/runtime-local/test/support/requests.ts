import type { LaunchRequest } from "@reeve/orchestrator/runtime";

let count = 0;

/** A task that runs until it is stopped, unless the request says otherwise. */
export function taskOf(request: Partial<LaunchRequest> = {}): LaunchRequest {
  const node = request.node ?? "broker-0";
  const task = request.task ?? "node";
  return {
    taskId: `${node}-${task}__${count++}`,
    node,
    podType: "broker",
    task,
    oneShot: false,
    command: { value: "exec sleep 1000", environment: {} },
    resources: resources(),
    files: [],
    environment: {},
    secrets: {},
    volumes: {},
    identity: { host: "127.0.0.1", ports: {} },
    healthCheck: null,
    placementRule: null,
    container: null,
    uris: [],
    user: "",
    readinessCheck: null,
    grace: 5,
    ...request,
  };
}

/** Resources with named ports; 0 is an open port. For each port there is a variable of the same name. */
export function resources(ports: Readonly<Record<string, number>> = {}): LaunchRequest["resources"] {
  const range = (port: number) => ({ type: "RANGES", ranges: { range: [{ begin: port, end: port }] } });
  return {
    id: "resources",
    "resource-specifications": [
      {
        "@type": "PortsSpec",
        name: "ports",
        value: range(0),
        "port-specs": Object.entries(ports).map(([name, port]) => ({
          "port-name": name,
          value: range(port),
          envKey: name.toUpperCase(),
        })),
      },
    ],
    "volume-specifications": [],
  };
}

export function command(value: string): Pick<LaunchRequest, "command"> {
  return { command: { value, environment: {} } };
}

/** A small Node program as a command. */
export function program(source: string): Pick<LaunchRequest, "command"> {
  return { command: { value: `exec "$NODE" -e '${source}'`, environment: { NODE: process.execPath } } };
}
