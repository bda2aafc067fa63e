/** Reads a document of the largest default size in every shape, each in a process of its own, and prints how much memory it took. */
import { defaultLimits } from "@reeve/site-xml";
import { measureMemory } from "../packages/site-xml/test/memory/measure.ts";

const MOST = 12;

console.log(`memory, in multiples of ${defaultLimits.size} bytes`);
for (const { shape, ratio, outcome } of measureMemory(defaultLimits.size)) {
  console.log(`${ratio.toFixed(1).padStart(5)}  ${shape} (${outcome})`);
  if (ratio > MOST) process.exitCode = 1;
}
