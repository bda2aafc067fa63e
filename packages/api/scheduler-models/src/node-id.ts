/** A parsed node id: `name-0` is the first node of the type `name`. */
export interface NodeId {
  readonly type: string;
  readonly index: number;
}

/** Parses `<type>-<index>`; undefined for other text (servers show `UNKNOWN_POD_…` for a node whose name was lost). */
export function parseNodeId(id: string): NodeId | undefined {
  const [, type, index] = /^(.+)-(0|[1-9]\d*)$/.exec(id) ?? [];
  if (type === undefined || index === undefined || type.startsWith("UNKNOWN_POD")) return undefined;
  return { type, index: Number(index) };
}

/** Writes `<type>-<index>`. */
export function formatNodeId({ type, index }: NodeId): string {
  return `${type}-${index}`;
}

/** A parsed task id: `broker-0__8f1c…` is one run of the task `broker-0`. */
export interface TaskId {
  readonly task: string;
  readonly uuid: string;
}

/** Parses `<task>__<uuid>`; undefined for other text. */
export function parseTaskId(id: string): TaskId | undefined {
  const at = id.lastIndexOf("__");
  if (at <= 0 || at + 2 === id.length) return undefined;
  return { task: id.slice(0, at), uuid: id.slice(at + 2) };
}
