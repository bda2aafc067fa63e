import type { LaunchRequest, Placement, Store, TaskState } from "@reeve/orchestrator/runtime";

export type PodEndState = Extract<TaskState, { readonly state: "finished" | "stopped" | "failed" }>;

/** The stored record of a launched task. */
export interface PodTaskRecord extends Pick<LaunchRequest, "taskId" | "node" | "task" | "oneShot" | "sidecar"> {
  readonly host: string;
  readonly ports: Readonly<Record<string, number>>;
  /** The time of the launch (ISO 8601, UTC). */
  readonly launched: string;
  /** Whether the task's pod was created. If a created pod is gone, the task has ended. */
  readonly isMade?: true;
  readonly placement?: Placement;
  readonly stopping?: true;
  readonly ended?: PodEndState;
}

export type PodTaskRecords = ReturnType<typeof openPodTaskRecords>;

/** The number of ended tasks of a node that are remembered. */
const KEPT = 5;

const PREFIX = "task/";

/** The stored tasks of an instance. */
export function openPodTaskRecords(store: Store) {
  const records = new Map<string, PodTaskRecord>();
  /** The tasks of each node, because an instance has many. */
  const ofNode = new Map<string, Set<string>>();
  const noted = new Set<string>();
  let flush: ReturnType<typeof setImmediate> | undefined;
  // The cast is safe, because only this file writes entries with this prefix.
  const stored = [...store.entries(PREFIX)].map(([, value]) => value as PodTaskRecord);
  for (const record of stored.sort((one, other) => Date.parse(one.launched) - Date.parse(other.launched))) set(record);

  function set(record: PodTaskRecord): void {
    records.set(record.taskId, record);
    const tasks = ofNode.get(record.node) ?? new Set();
    ofNode.set(record.node, tasks.add(record.taskId));
  }

  function drop(taskId: string): void {
    const tasks = ofNode.get(records.get(taskId)?.node ?? "");
    tasks?.delete(taskId);
    records.delete(taskId);
    noted.delete(taskId);
  }

  function write(kept: readonly PodTaskRecord[], forgotten: readonly string[] = []): void {
    const without = new Set([...forgotten, ...kept.map(({ taskId }) => taskId)]);
    const others = [...noted].flatMap((taskId) => (without.has(taskId) ? [] : (records.get(taskId) ?? [])));
    store.write([
      ...[...others, ...kept].map((record) => [PREFIX + record.taskId, record] as const),
      ...forgotten.map((taskId) => [PREFIX + taskId, undefined] as const),
    ]);
    noted.clear();
    for (const record of kept) set(record);
    for (const taskId of forgotten) drop(taskId);
  }

  function writeNoted(): void {
    flush = undefined;
    try {
      if (noted.size > 0) write([]);
    } catch {
      // The state cannot be written now, for instance because the disk is full. The next write includes these changes.
    }
  }

  return {
    get: (taskId: string) => records.get(taskId),
    /** All tasks, in the order in which they were launched. */
    all: () => [...records.values()],
    /** Stores a record, which is durable when this returns. */
    keep: (record: PodTaskRecord) => write([record]),
    /** Changes a record, and stores it soon, with others. For what the cluster can tell again: to flush each would take long. */
    note(record: PodTaskRecord): void {
      set(record);
      noted.add(record.taskId);
      flush ??= setImmediate(writeNoted);
    },
    /** Stores how a task has ended, and forgets all but the last ended tasks of its kind on its node. */
    end(record: PodTaskRecord, state: PodEndState): void {
      const ended = { ...record, ended: state };
      const old = [...(ofNode.get(record.node) ?? [])]
        .flatMap((taskId) => (taskId === record.taskId ? [] : (records.get(taskId) ?? [])))
        .filter((each) => each.ended && each.sidecar === record.sidecar);
      const tooMany = old.slice(0, Math.max(0, old.length + 1 - KEPT)).map(({ taskId }) => taskId);
      write([ended], tooMany);
    },
    forget(taskIds: readonly string[]): void {
      if (taskIds.length > 0) write([], taskIds);
    },
    /** Stores all changes that are not stored yet. */
    close(): void {
      if (flush) clearImmediate(flush);
      writeNoted();
    },
  };
}
