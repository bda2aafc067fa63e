/**
 * Reads one document from a file in a process of its own, and prints by how much the process grew, for each byte of it:
 * `node shape.ts FILE`, once it is read and once more when every property and setting of it has become an object. Every limit but
 * that of the size is raised, so that nothing but memory ends it.
 */
import { readFileSync } from "node:fs";
import { readSite, SiteXmlError } from "../../src/index.ts";

const [file = ""] = process.argv.slice(2);
// What reading anything takes is not what a long document takes.
readSite("<configuration><property><name>a</name><value>1</value></property></configuration>");
const bytes = readFileSync(file);
const before = process.memoryUsage().rss - bytes.length;
const limits = { depth: 1000, elements: Number.POSITIVE_INFINITY, attributes: Number.POSITIVE_INFINITY };
const grown = () => (process.resourceUsage().maxRSS * 1024 - before) / bytes.length;
const outcome = { read: 0, whole: 0, outcome: "" };
try {
  const site = readSite(bytes, { limits });
  site.get("a");
  outcome.read = grown();
  for (const [name, setting] of site.settings) if (setting !== site.settings.get(name)) throw new Error(name);
  outcome.outcome = `${site.properties.length} properties, ${site.settings.size} settings, ${site.problems.length} problems`;
} catch (error) {
  if (!(error instanceof SiteXmlError)) throw error;
  outcome.read = grown();
  outcome.outcome = error.code;
}
outcome.whole = grown();
console.log(JSON.stringify(outcome));
