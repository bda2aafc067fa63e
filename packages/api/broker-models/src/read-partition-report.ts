import { toolOutput } from "@reeve/scheduler-models";

/** A partition in one of the two partition reports. */
export interface ReportedPartition {
  readonly topic: string;
  readonly partition: number;
  /** The number of the leading broker; undefined if there is no leader. */
  readonly leader: number | undefined;
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
}

/** A parsed partition report. */
export interface PartitionReport {
  /** True only if the report is empty. Text that cannot be parsed does not count as empty. */
  readonly none: boolean;
  readonly partitions: readonly ReportedPartition[];
  /** Lines in which no partition could be found. */
  readonly unread: readonly string[];
}

const LINE = /^Topic:\s*(\S+)\s+Partition:\s*(\d+)\s+Leader:\s*(\S+)\s+Replicas:\s*(\S*)\s+Isr:\s*(\S*)/;

/** Parses a report whose message has the format of the engine's tool. */
export function readPartitionReport(message: string): PartitionReport {
  const { output, error } = toolOutput(message);
  const lines = [output, error].flatMap((words) => words.split("\n")).map((line) => line.trim());
  const partitions: ReportedPartition[] = [];
  const unread: string[] = [];
  for (const line of lines) {
    const [, topic, partition, leader, replicas = "", isr = ""] = LINE.exec(line) ?? [];
    if (topic !== undefined) {
      partitions.push({
        topic,
        partition: Number(partition),
        leader: /^\d+$/.test(leader ?? "") ? Number(leader) : undefined,
        replicas: numbers(replicas),
        isr: numbers(isr),
      });
    } else if (line !== "") unread.push(line);
  }
  return { none: partitions.length === 0 && unread.length === 0, partitions, unread };
}

/** Writes the line of a partition in the format of the engine's tool. */
export function writePartitionLine({ topic, partition, leader, replicas, isr }: ReportedPartition): string {
  return `Topic: ${topic} Partition: ${partition} Leader: ${leader ?? "none"} Replicas: ${replicas.join(",")} Isr: ${isr.join(",")}`;
}

function numbers(list: string): readonly number[] {
  return list
    .split(",")
    .filter((each) => /^\d+$/.test(each))
    .map(Number);
}
