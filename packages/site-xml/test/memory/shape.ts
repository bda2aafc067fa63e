/**
 * Reads one document from a file in a process of its own, iterates over all of its properties and settings, and prints by how much the
 * process grew for each byte of it: `node shape.ts FILE`. Every limit except that of the size is raised, so that only memory can end it.
 */
import { readFileSync } from "node:fs";
import { readSite, SiteXmlError } from "../../src/index.ts";

const [file = ""] = process.argv.slice(2);
// Compiles the reader first, because its compilation does not depend on the document's length.
const short = `<configuration>${'<property name="a" value="1"/>'.repeat(2_000)}</configuration>`;
for (let time = 0; time < 5; time++)
  for (const { name } of readSite(short).properties) if (name !== "a") throw new Error(name);
const bytes = readFileSync(file);
const before = process.memoryUsage().rss - bytes.length;
const limits = { depth: 1000, elements: Number.POSITIVE_INFINITY, attributes: Number.POSITIVE_INFINITY };
const outcome = outcomeOf();
const grown = (process.resourceUsage().maxRSS * 1024 - before) / bytes.length;
console.log(JSON.stringify({ grown, outcome }));

function outcomeOf(): string {
  try {
    const site = readSite(bytes, { limits });
    for (const { name, line } of site.properties) if (name === "" || line === 0) throw new Error(`${line}`);
    for (const [name, { value }] of site.settings) if (value !== site.settings.get(name)?.value) throw new Error(name);
    return `${site.properties.length} properties, ${site.settings.size} settings, ${site.problems.length} problems`;
  } catch (error) {
    if (error instanceof SiteXmlError) return error.code;
    throw error;
  }
}
