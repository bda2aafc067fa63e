/**
 * Reads a document of the largest default size in every shape, each in a process of its own, iterates over all properties and settings, and
 * prints the memory used, as a multiple of the document's size, beside that of fast-xml-parser alone.
 */
import { defaultLimits } from "@reeve/site-xml";
import { measureMemory } from "../packages/clients/site-xml/test/memory/measure.ts";

const MAX_FACTOR = 110;

console.log(`memory in multiples of ${defaultLimits.size} bytes, at most ${MAX_FACTOR}, and fast-xml-parser's own`);
for (const { shape, growth, library, outcome } of measureMemory(defaultLimits.size)) {
  const [own, alone] = [growth, library].map((factor) => factor.toFixed(1).padStart(5));
  console.log(`${own} ${alone}  ${shape} (${outcome})`);
  if (growth > MAX_FACTOR) process.exitCode = 1;
}
