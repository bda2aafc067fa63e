import type { LaunchRequest, Placement, Store, TaskState } from "@reeve/orchestrator/runtime";

/** The stored tasks of one instance, by node. */
export function openSimulatedTaskRecords(store: Store) {
  const records = new Map<string, SimulatedTaskRecord>();
  const byNode = new Map<string, Map<string, SimulatedTaskRecord>>();

  const put = (record: SimulatedTaskRecord) => {
    records.set(record.taskId, record);
    const ofNode = byNode.get(record.node) ?? new Map<string, SimulatedTaskRecord>();
    byNode.set(record.node, ofNode.set(record.taskId, record));
  };
  const drop = ({ taskId, node }: SimulatedTaskRecord) => {
    records.delete(taskId);
    byNode.get(node)?.delete(taskId);
  };
  for (const [, value] of store.entries("task/")) put(value as SimulatedTaskRecord);

  return {
    get: (taskId: string) => records.get(taskId),
    all: () => records.values(),
    of: (node: string): readonly SimulatedTaskRecord[] => [...(byNode.get(node)?.values() ?? [])],
    /** Stores a task, and drops the tasks in `forget`. Both changes are stored when the call returns. */
    keep(record: SimulatedTaskRecord, forget: readonly SimulatedTaskRecord[] = []): void {
      store.write([...gone(forget), [recordKey(record.taskId), record]]);
      forget.forEach(drop);
      put(record);
    },
    forget(old: readonly SimulatedTaskRecord[]): void {
      if (old.length === 0) return;
      store.write(gone(old));
      old.forEach(drop);
    },
  };
}

const gone = (records: readonly SimulatedTaskRecord[]) => records.map(({ taskId }): [string, undefined] => [recordKey(taskId), undefined]);

/** What is stored about a task: enough to continue the task after a restart of the service, and to report how it ended. */
export interface SimulatedTaskRecord extends Pick<LaunchRequest, "taskId" | "node" | "podType" | "task" | "oneShot" | "sidecar" | "grace"> {
  readonly command: string;
  readonly volume: string | undefined;
  readonly placement: Placement;
  readonly launched: string;
  /** The error message with which the task fails as soon as it starts. */
  readonly lastWords?: string;
  readonly ended?: SimulatedEndState;
}

export type SimulatedEndState = Exclude<TaskState, { readonly state: "running" }>;

export function simulatedRecordOf(
  request: LaunchRequest,
  placement: Placement,
  launched: string,
  lastWords: string | undefined,
): SimulatedTaskRecord {
  const { taskId, node, podType, task, oneShot, sidecar, command, volumes, grace } = request;
  return {
    ...{ taskId, node, podType, task, oneShot },
    ...(sidecar && { sidecar: true }),
    command: command.value,
    volume: Object.values(volumes)[0]?.name,
    ...{ placement, grace, launched },
    ...(lastWords !== undefined && { lastWords }),
  };
}

/** Returns the state of a task. As in runtimes with real processes, a task counts as running as soon as it has been launched. */
export function simulatedStateOf({ taskId, placement, launched, ended }: SimulatedTaskRecord): TaskState {
  return ended ?? { taskId, at: launched, state: "running", placement };
}

const recordKey = (taskId: string): string => `task/${taskId}`;

const PREFIX = "volume/";
const COUNTED = "volumes";

/** Stores which volumes exist; the engine stores their data. Earlier versions had no list, so it begins with those of tasks. */
export function openVolumes(store: Store, tasks: Iterable<SimulatedTaskRecord>) {
  const there = new Set([...store.entries(PREFIX)].map(([key]) => key.slice(PREFIX.length)));
  if (store.get(COUNTED) === undefined) {
    for (const { volume } of tasks) if (volume !== undefined) there.add(volume);
    store.write([[COUNTED, true], ...[...there].map((name): [string, true] => [PREFIX + name, true])]);
  }
  return {
    /** The name of a volume that the task's node has used before but that no longer exists; undefined if there is none. */
    missing: ({ volumes }: LaunchRequest) => Object.values(volumes).find(({ name, kept }) => kept && !there.has(name))?.name,
    /** Creates the volumes of a task that do not exist yet. */
    make: ({ volumes }: LaunchRequest): void => {
      const made = Object.values(volumes).flatMap(({ name }) => (there.has(name) ? [] : [name]));
      if (made.length === 0) return;
      store.write(made.map((name) => [PREFIX + name, true]));
      for (const name of made) there.add(name);
    },
    delete: (name: string): void => {
      if (there.delete(name)) store.write([[PREFIX + name, undefined]]);
    },
  };
}
