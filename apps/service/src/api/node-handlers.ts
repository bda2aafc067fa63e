import { type Instance, knownTaskName, type NodeView, type Placement, type TaskView, taskSpecOf } from "@reeve/orchestrator";
import {
  isOneShot,
  type NodeInfo,
  type NodeTask,
  parseTaskId,
  type TaskCommand,
  type TaskInfo,
  type TaskResource,
  type TaskSpec,
  type TaskStatus,
} from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import { noNode, type SharedHandlers } from "./handlers.ts";

/** The node operations that the three APIs share. */
export const nodeHandlers: SharedHandlers["pods"] = {
  list: ({ nodes }) => json(nodes.ids()),
  info: (instance, { node }) => json(nodeInfo(instance, existing(instance, node))),
  restart: (instance, { node, tasks }) => json(instance.nodes.restart(existing(instance, node).id, tasks && { tasks })),
  replace: (instance, { node, ...force }) => json(instance.nodes.replace(existing(instance, node).id, force)),
  pause: (instance, { node }) => json(instance.nodes.pause(existing(instance, node).id)),
};

/** Finds a node of an instance by its id. Throws `not-found` if there is none, or if the node is internal to the engine. */
export function existing({ nodes, name }: Instance, id: string): NonNullable<ReturnType<typeof nodes.get>> {
  const ids = nodes.ids();
  const found = ids.includes(id) ? nodes.get(id) : undefined;
  if (!found) throw noNode(name, id, ids);
  return found;
}

/**
 * A node's task in the cluster scheduler's format, with null for absent fields. The API documents know a node by its long-running task,
 * which idles while the node is paused. The tasks that run once before it are shown until it is launched; Reeve's own route shows all
 * tasks.
 */
function nodeInfo(instance: Instance, node: NodeView): NodeInfo {
  const isLasting = ({ task }: TaskView) => !isOneShot(taskSpecOf(node.spec, task) ?? { goal: "RUNNING" });
  const lasting = node.tasks.filter(isLasting).slice(-1);
  return (lasting.length > 0 ? lasting : node.tasks).map((task): NodeTask => {
    const known = knownTaskName(node.spec, task.task);
    const shown = { ...task, task: known, taskId: `${node.id}-${known}__${uuidOf(task)}` };
    return { info: info(instance, node, shown, taskSpecOf(node.spec, task.task)), status: status(node, shown) };
  });
}

function uuidOf({ taskId }: TaskView): string {
  return parseTaskId(taskId)?.uuid ?? taskId;
}

function info(instance: Instance, node: NodeView, task: TaskView, spec: TaskSpec | undefined): TaskInfo {
  const placement = task.placement ?? node.placement;
  const { definition } = instance;
  const command = commandOf(node, spec, definition.user);
  return {
    name: `${node.id}-${task.task}`,
    taskId: { value: task.taskId },
    slaveId: placement ? { value: placement.agent } : null,
    resources: spec ? resourcesOf(instance, node, spec, placement) : [],
    executor: {
      type: null,
      executorId: { value: `${node.podType}__${uuidOf(task)}` },
      frameworkId: null,
      command: { ...command, value: "./executor/bin/executor", environment: null },
      container: null,
      resources: [],
      name: node.podType,
      source: null,
      data: null,
      discovery: null,
      shutdownGracePeriod: null,
      labels: null,
    },
    command,
    container: null,
    healthCheck: null,
    killPolicy: null,
    data: null,
    labels: {
      labels: [
        { key: "goal_state", value: spec && isOneShot(spec) ? "FINISHED" : "RUNNING" },
        { key: "offer_attributes", value: "" },
        { key: "task_type", value: node.podType },
        { key: "index", value: String(node.index) },
        { key: "offer_hostname", value: placement?.hostname ?? "" },
        { key: "target_configuration", value: task.configuration },
      ],
    },
    discovery: null,
  };
}

function commandOf(node: NodeView, spec: TaskSpec | undefined, user: string): TaskCommand {
  const variables = Object.entries(spec?.["command-spec"].environment ?? {});
  return {
    uris: node.spec.uris.map((value) => ({ value, executable: false, extract: true, cache: true, outputFile: null })),
    environment: { variables: variables.map(([name, value]) => ({ name, value })) },
    shell: true,
    value: spec?.["command-spec"].value ?? null,
    arguments: [],
    user: user === "" ? null : user,
  };
}

/** The resources of the task's spec, in the format of a reservation on the agent. */
function resourcesOf(
  { definition: { role, principal } }: Instance,
  node: NodeView,
  { "resource-set": set }: TaskSpec,
  placement: Placement | undefined,
): readonly TaskResource[] {
  const reservation = { principal, labels: { labels: [{ key: "resource_id", value: set.id }] } };
  const common = { set: null, role, reservation, revocable: null, shared: null };
  const scalars = set["resource-specifications"].flatMap(({ name, value: { scalar } }): readonly TaskResource[] =>
    scalar ? [{ name, type: "SCALAR", scalar: { value: scalar.value }, ranges: null, ...common, disk: null }] : [],
  );
  const named = set["resource-specifications"].flatMap(({ "port-specs": specs }) =>
    (specs ?? []).map(({ "port-name": name, value }) => placement?.ports[name] ?? value?.ranges?.range[0]?.begin ?? 0),
  );
  const range = [...new Set(named)].sort((a, b) => a - b).map((port) => ({ begin: port, end: port }));
  const ports: readonly TaskResource[] =
    range.length === 0 ? [] : [{ name: "ports", type: "RANGES", scalar: null, ranges: { range }, ...common, disk: null }];
  const disks = set["volume-specifications"].map((volume): TaskResource => {
    const path = volume["container-path"];
    return {
      name: "disk",
      type: "SCALAR",
      scalar: { value: volume.value.scalar?.value ?? 0 },
      ranges: null,
      ...common,
      disk: {
        persistence: { id: node.volumes[path] ?? "", principal },
        volume: { mode: "RW", containerPath: path, hostPath: null, image: null, source: null },
        source: null,
      },
    };
  });
  return [...scalars, ...ports, ...disks];
}

const states: Readonly<Record<TaskView["state"], string>> = {
  launching: "TASK_STAGING",
  waiting: "TASK_STAGING",
  running: "TASK_RUNNING",
  finished: "TASK_FINISHED",
  stopped: "TASK_KILLED",
  failed: "TASK_FAILED",
};

function status(node: NodeView, task: TaskView): TaskStatus | null {
  if (task.state === "launching" || task.state === "waiting") return null;
  const placement = task.placement ?? node.placement;
  const uuid = uuidOf(task);
  return {
    taskId: { value: task.taskId },
    state: states[task.state],
    message: task.reason ?? "Reconciliation: latest task state",
    source: "SOURCE_MASTER",
    reason: "REASON_RECONCILIATION",
    data: null,
    slaveId: placement ? { value: placement.agent } : null,
    executorId: { value: `${node.podType}__${uuid}` },
    timestamp: Date.parse(task.at) / 1000,
    uuid: null,
    healthy: null,
    labels: null,
    containerStatus: placement
      ? {
          containerId: { value: uuid, parent: null },
          networkInfos: [
            {
              ipAddresses: placement.addresses.map((ipAddress) => ({ protocol: ipAddress.includes(":") ? "IPv6" : "IPv4", ipAddress })),
              name: null,
              groups: [],
              labels: null,
              portMappings: [],
            },
          ],
          cgroupInfo: null,
          // The pid is only shown while the task runs, because the pid of an ended task may belong to another process.
          executorPid: (task.state === "running" && placement.pid) || null,
        }
      : null,
    unreachableTime: null,
  };
}
