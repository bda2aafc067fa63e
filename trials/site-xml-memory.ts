/**
 * Reads a document of the largest default size in every shape, each in a process of its own, and prints how much memory it took: once
 * it is read, and once all of its properties and settings are objects, too. One and four megabytes beside it show that it grows evenly.
 */
import { defaultLimits } from "@reeve/site-xml";
import { measureMemory } from "../packages/site-xml/test/memory/measure.ts";

const MOST = 12;
const SIZES = [defaultLimits.size / 16, defaultLimits.size / 4, defaultLimits.size];

console.log(`memory once it is read, and once all of it are objects, in multiples of ${SIZES.join(", ")} bytes`);
for (const { shape, sizes, outcome } of measureMemory(SIZES)) {
  const columns = sizes.map(({ read, whole }) => `${shown(read)} ${shown(whole)}`).join("  |");
  console.log(`${columns}  ${shape} (${outcome})`);
  // What any process takes weighs more in a small document.
  if ((sizes.at(-1)?.whole ?? 0) > MOST) process.exitCode = 1;
}

function shown(ratio: number): string {
  return ratio.toFixed(1).padStart(5);
}
