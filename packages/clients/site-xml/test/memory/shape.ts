/**
 * Reads one document from a file, iterates over its properties and settings, and prints how many bytes the process grew for each byte of
 * the document: `node shape.ts FILE`. All limits except that of the size are raised, so that only memory can run out. With a second
 * argument, fast-xml-parser alone validates and parses the document.
 */
import { readFileSync } from "node:fs";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { readSite, SiteXmlError } from "../../src/index.ts";

const [file = "", library] = process.argv.slice(2);
// A short document is read first, because the memory for compiling the reader does not depend on the length of the document.
const short = `<configuration>${'<property name="a" value="1"/>'.repeat(2_000)}</configuration>`;
for (let time = 0; time < 5; time++) library === undefined ? readSite(short) : parse(short);
const bytes = readFileSync(file);
const before = process.memoryUsage().rss - bytes.length;
const limits = { depth: 1000, elements: Number.POSITIVE_INFINITY, attributes: Number.POSITIVE_INFINITY };
const outcome = library === undefined ? outcomeOf() : parse(bytes.toString());
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

function parse(text: string): string {
  if (XMLValidator.validate(text) !== true) return "invalid";
  const exact = { ignoreAttributes: false, parseTagValue: false, trimValues: false, maxNestedTags: 1000 };
  return new XMLParser({ ...exact, preserveOrder: true, captureMetaData: true }).parse(text).length > 0 ? "parsed" : "";
}
