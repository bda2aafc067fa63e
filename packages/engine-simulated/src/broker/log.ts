/** The log of a partition: not its records, but how many there are and when they arrived. Offsets are counts of records. */
export interface PartitionLog {
  readonly start: number;
  readonly end: number;
  /** `[offset, milliseconds]`: records from this offset up to the next mark arrived at this time. */
  readonly marks: readonly (readonly [offset: number, time: number])[];
}

export const emptyLog: PartitionLog = { start: 0, end: 0, marks: [] };

/** The size of a record of the producer test. */
export const RECORD_BYTES = 1024;

/** The time index may be coarse: beyond this many entries every second one is dropped. */
const MARKS = 128;

/** Appends records that arrive now. */
export function appended(log: PartitionLog, count: number, now: number): PartitionLog {
  if (count === 0) return log;
  const last = log.marks.at(-1);
  const marks = last && last[1] >= now ? log.marks : thinned([...log.marks, [log.end, now] as const]);
  return { start: log.start, end: log.end + count, marks };
}

function thinned(marks: PartitionLog["marks"]): PartitionLog["marks"] {
  if (marks.length <= MARKS) return marks;
  return marks.filter((_, index) => index % 2 === 0 || index === marks.length - 1);
}

/** The offset of the first record that arrived at a time or later; undefined where all arrived earlier. */
export function offsetAt({ start, marks }: PartitionLog, time: number): number | undefined {
  const found = marks.find(([, at]) => at >= time);
  return found && Math.max(start, found[0]);
}

/** How much of a log is kept; records beyond it are deleted from the beginning. -1 means no limit. */
export interface Retention {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Deletes the records that are beyond the retention. */
export function retained(log: PartitionLog, { milliseconds, bytes }: Retention, now: number): PartitionLog {
  const young = milliseconds < 0 ? log.start : firstSince(log, now - milliseconds);
  const few = bytes < 0 ? log.start : log.end - Math.floor(bytes / RECORD_BYTES);
  const start = Math.max(log.start, young, few);
  if (start === log.start) return log;
  const first = log.marks.findLastIndex(([offset]) => offset <= start);
  return { ...log, start, marks: start >= log.end ? [] : log.marks.slice(Math.max(0, first)) };
}

function firstSince({ end, marks }: PartitionLog, time: number): number {
  return marks.find(([, at]) => at >= time)?.[0] ?? end;
}
