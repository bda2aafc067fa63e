/** The log of a partition. It contains no records, but only their number and their arrival times; an offset is a count of records. */
export interface PartitionLog {
  readonly start: number;
  readonly end: number;
  /** Pairs `[offset, milliseconds]`: the records from this offset up to the next pair's offset arrived at this time. */
  readonly marks: readonly (readonly [offset: number, time: number])[];
}

export const emptyLog: PartitionLog = { start: 0, end: 0, marks: [] };

/** The size in bytes of a record of the producer test. */
export const RECORD_BYTES = 1024;

/** The maximum number of marks (an offset and a time). Of more, every second one is dropped: times need not be exact. */
const MARKS = 128;

/** Returns the log after `count` further records have arrived at the time `now`. */
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

/** Returns the offset of the first record that arrived at this time or later; undefined if all records are older. */
export function offsetAt({ start, marks }: PartitionLog, time: number): number | undefined {
  const match = marks.find(([, at]) => at >= time);
  return match && Math.max(start, match[0]);
}

/** The limits of a log; -1 means no limit. The oldest records are deleted when a limit is exceeded. */
export interface LogRetention {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Returns the log without the records that exceed its limits. */
export function retained(log: PartitionLog, { milliseconds, bytes }: LogRetention, now: number): PartitionLog {
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
