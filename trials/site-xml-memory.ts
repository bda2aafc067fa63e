/**
 * Reads a document of the largest default size in every shape, each in a process of its own, iterates over all properties and settings, and
 * prints the memory used. For comparison, documents of one and four megabytes show that memory grows linearly.
 */
import { defaultLimits } from "@reeve/site-xml";
import { measureMemory } from "../packages/clients/site-xml/test/memory/measure.ts";

const MAX_FACTOR = 12;
const SIZES = [defaultLimits.size / 16, defaultLimits.size / 4, defaultLimits.size];

console.log(`memory in multiples of ${SIZES.join(", ")} bytes, at most ${MAX_FACTOR}`);
for (const { shape, growths, outcome } of measureMemory(SIZES)) {
  console.log(`${growths.map((growth) => growth.toFixed(1).padStart(5)).join(" ")}  ${shape} (${outcome})`);
  if (growths.some((growth) => growth > MAX_FACTOR)) process.exitCode = 1;
}
