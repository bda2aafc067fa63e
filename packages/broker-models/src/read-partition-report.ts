import { toolOutput } from "@reeve/scheduler-models";

/** A partition that one of the two reports names. */
export interface ReportedPartition {
  readonly topic: string;
  readonly partition: number;
  /** Undefined where there is none. */
  readonly leader: number | undefined;
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
}

/** A report of partitions, read. */
export interface PartitionReport {
  /** True only when the report is empty: text that could not be read is not "none". */
  readonly none: boolean;
  readonly partitions: readonly ReportedPartition[];
  /** Lines that are no partition. */
  readonly unread: readonly string[];
}

const LINE = /^Topic:\s*(\S+)\s+Partition:\s*(\d+)\s+Leader:\s*(\S+)\s+Replicas:\s*(\S*)\s+Isr:\s*(\S*)/;

/** Reads the message of a report, as the engine's tool writes it. */
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

/** Writes the line of a partition as the engine's tool does. */
export function writePartitionLine({ topic, partition, leader, replicas, isr }: ReportedPartition): string {
  return `Topic: ${topic} Partition: ${partition} Leader: ${leader ?? "none"} Replicas: ${replicas.join(",")} Isr: ${isr.join(",")}`;
}

function numbers(list: string): readonly number[] {
  return list
    .split(",")
    .filter((each) => /^\d+$/.test(each))
    .map(Number);
}
