import { readSite, setProperty } from "@reeve/site-xml";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Measure } from "./measure.ts";

const small = siteDocument(100_000);
const smallSite = readSite(small);
const medium = siteDocument(1_000_000);
const large = siteDocument(4_000_000);

export const measures: readonly Measure[] = [
  ...[small, medium, large].map((text) => ({
    name: `reading a site document of ${text.length < 1e6 ? "100 KB" : `${Math.floor(text.length / 1e6)} MB`}`,
    against: "fast-xml-parser's validate and ordered parse with offsets",
    goal: 1.25,
    isFelt: text === medium,
    size: { of: "read a site document, by KB", count: Math.floor(text.length / 1000) },
    subject: () => readSite(text),
    floor: () => validatedParse(text),
  })),
  {
    name: "reading one site document of 1 MB",
    against: "reading ten of 100 KB",
    // The library's own parse of one document takes 1.24 times as long as that of ten.
    goal: 1.4,
    isFelt: true,
    subject: () => readSite(medium),
    floor: () => {
      for (let time = 0; time < 10; time++) readSite(small);
    },
  },
  {
    name: "set one value in 100 KB",
    against: "reading it",
    subject: () => setProperty(smallSite, "dfs.example.setting.7", "changed"),
    floor: () => readSite(small),
  },
];

/** Parses as careful users of fast-xml-parser do who want to edit: the document is validated first, and all conversions are off. */
function validatedParse(text: string): unknown {
  if (XMLValidator.validate(text) !== true) throw new Error("The document is not valid.");
  return orderedParser.parse(text);
}

// The type of `htmlEntities` is boolean, but the parser also accepts an object. Given an object, it decodes only character references and
// XML's own entities.
const ordered: object = {
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: {},
};
const orderedParser = new XMLParser(ordered);

/** A document like those of real clusters, with names of usual length and mostly plain values. */
function siteDocument(length: number): string {
  const properties: string[] = [];
  for (let index = 0, size = 0; size < length; index++) {
    const property = `  <property>
    <name>dfs.example.setting.${index}</name>
    <value>node-${index % 100}.example:${9000 + (index % 1000)}${index % 10 === 0 ? " &amp; more" : ""}</value>${
      index % 5 === 0 ? "\n    <final>true</final>" : ""
    }${index % 3 === 0 ? "\n    <description>What it is for, in a few words.</description>" : ""}
  </property>
`;
    properties.push(property);
    size += property.length;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Example -->\n<configuration>\n${properties.join("")}</configuration>\n`;
}
