import { RULINGS } from "./rulings.ts";
import * as is from "./shape.ts";

const value = is.record({ value: is.text() });
const command = (variables: is.Shape) => ({
  uris: is.list(
    is.record({
      value: is.text(),
      executable: is.flag,
      extract: is.flag,
      cache: is.flag,
      outputFile: is.nullable(is.text()),
    }),
  ),
  environment: is.nullable(is.record({ variables: is.list(is.record({ name: is.text(), value: variables })) })),
  shell: is.flag,
  value: is.nullable(is.text()),
  arguments: is.list(is.text()),
  user: is.nullable(is.text()),
});
const pairs = is.record({ labels: is.list(is.record({ key: is.text(), value: is.text() })) });
const disk = is.record({
  persistence: is.record({ id: is.text(/./), principal: is.text() }),
  volume: is.record({
    mode: is.text(),
    containerPath: is.text(),
    hostPath: is.anything,
    image: is.anything,
    source: is.anything,
  }),
  source: is.anything,
});
const resource = is.both(
  is.record({
    name: is.exactly("cpus", "mem", "ports", "disk"),
    type: is.exactly("SCALAR", "RANGES"),
    scalar: is.nullable(is.record({ value: is.number })),
    ranges: is.nullable(is.record({ range: is.list(is.record({ begin: is.integer, end: is.integer })) })),
    set: is.anything,
    role: is.text(),
    reservation: is.record({ principal: is.text(), labels: pairs }),
    disk: is.nullable(disk),
    revocable: is.anything,
    shared: is.anything,
  }),
  is.rule("is a scalar or ranges", ({ type, scalar, ranges }: Record<string, unknown>) =>
    type === "SCALAR" ? scalar !== null && ranges === null : scalar === null && ranges !== null,
  ),
);
const LABELS = ["goal_state", "offer_attributes", "task_type", "index", "offer_hostname", "target_configuration"];

/** The documented info of a node of a type: every field of the two tables, and that there are no others. */
export function nodeInfo(type: string, types: readonly string[]): is.Shape {
  const name = is.text(new RegExp(`^(${types.join("|")})-\\d+-node$`));
  const taskId = is.record({ value: is.text(new RegExp(`^${type}-\\d+-node__${is.UUID}$`)) });
  const info = is.record({
    name,
    taskId,
    slaveId: value,
    resources: is.list(resource),
    executor: is.record({
      type: is.anything,
      executorId: value,
      frameworkId: is.anything,
      command: is.record(command(is.text())),
      container: is.anything,
      resources: is.list(resource),
      name: is.text(),
      source: is.anything,
      data: is.anything,
      discovery: is.anything,
      shutdownGracePeriod: is.anything,
      labels: is.anything,
    }),
    command: is.record(command(is.text())),
    container: is.anything,
    healthCheck: is.anything,
    killPolicy: is.anything,
    data: is.anything,
    labels: is.both(
      pairs,
      is.rule("has the documented keys", ({ labels }: { labels: { key: string }[] }) =>
        LABELS.every((key) => labels.some((label) => label.key === key)),
      ),
      is.rule("has no other keys", ({ labels }: { labels: { key: string }[] }) => labels.every(({ key }) => LABELS.includes(key))),
    ),
    discovery: is.anything,
  });
  const status = is.record({
    taskId,
    state: is.exactly("TASK_RUNNING"),
    message: is.text(/./),
    source: is.text(/./),
    reason: is.text(/./),
    data: is.anything,
    slaveId: value,
    executorId: is.anything,
    timestamp: is.number,
    uuid: is.anything,
    healthy: is.anything,
    labels: is.anything,
    containerStatus: is.record({
      containerId: is.record({ value: is.text(), parent: is.anything }),
      networkInfos: is.list(
        is.record({
          ipAddresses: is.list(is.record({ protocol: is.exactly("IPv4", "IPv6"), ipAddress: is.text() })),
          name: is.anything,
          groups: is.list(is.anything),
          labels: is.anything,
          portMappings: is.list(is.anything),
        }),
      ),
      cgroupInfo: is.anything,
      executorPid: is.integer,
    }),
    unreachableTime: is.anything,
  });
  return is.both(
    is.list(is.record({ info, status })),
    is.rule("has a task", (tasks: unknown[]) => tasks.length > 0),
    is.rule("its resources have cpus and mem", ([task]: { info: { resources: { name: string }[] } }[]) =>
      ["cpus", "mem"].every((each) => task?.info.resources.some(({ name: resource }) => resource === each)),
    ),
    is.rule("its first task runs", ([task]: { status: { state: string } | null }[]) => task?.status?.state === "TASK_RUNNING"),
  );
}

/** The rulings about tasks that do not run, by what they concern. */
export const notRunning = { taskEnded: RULINGS.taskEnded, launch: RULINGS.launch };
