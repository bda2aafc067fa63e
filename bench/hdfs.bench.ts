import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { needsEngine } from "./engines.ts";
import { type FileSystemProgram, startFileSystemScript, startFileSystemService } from "./hdfs-process.ts";
import { megabytesOf } from "./kafka-process.ts";
import type { Measure, Sampled } from "./measure.ts";

const needs = needsEngine(hdfsSoftware);

type Start = () => Promise<FileSystemProgram>;

/** Measures the same work of the service and of the script, one after the other, so that they do not disturb each other. */
const measured = (input: Omit<Sampled, "sample">, work: (start: Start) => Promise<number>): Sampled => ({
  ...input,
  async sample() {
    const subject = await work(startFileSystemService);
    return { subject, floor: await work(startFileSystemScript) };
  },
});

const inRunning = (work: (program: FileSystemProgram) => Promise<number> | number) => async (start: Start) => {
  const program = await start();
  try {
    return await work(program);
  } finally {
    await program.end();
  }
};

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

export const measures: readonly Measure[] = [
  measured(
    {
      name: "from `up` to a complete plan: 11 daemons",
      against: "a script without Reeve, with the same processes, order and checks",
      goal: 1.2,
      unit: "s",
      rounds: 3,
    },
    async (start) => {
      const begun = performance.now();
      const program = await start();
      const took = secondsSince(begun);
      await program.end();
      return took;
    },
  ),
  measured(
    {
      name: "a rollout over 10 daemons",
      against: "the sum of the rollout's parts, in a script without Reeve",
      goal: 1.2,
      unit: "s",
      rounds: 3,
    },
    inRunning(async ({ roll }) => {
      const begun = performance.now();
      await roll();
      return secondsSince(begun);
    }),
  ),
  measured(
    {
      name: "memory of the service with a file system",
      against: "of the script with the same",
      unit: "MB",
      rounds: 1,
    },
    inRunning(megabytesOf),
  ),
].map((measured) => ({ ...measured, needs }));
