import { type Answer, answer, operation, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A client configuration document: XML text with the root `configuration`. */
export type SiteXml = string;

const SiteXml: Schema<SiteXml> = v.pipe(
  v.string(),
  v.title("SiteDocument"),
  v.description("A client configuration document: XML with the root `configuration`."),
);

/** Servers send the document as text/plain or as an XML type. */
const siteAnswer: Answer<SiteXml> = answer(SiteXml, { media: "text/xml" });

const extensions = { V1: "The API document of V1 has no route for these files, but clients of its file systems also need them." };

export const showFsSite = operation({
  summary: "Show fs-site.xml, the file system's client configuration",
  effect: "read",
  output: siteAnswer,
  routes: { V1: "GET {reeve}/endpoints/fs-site.xml", V2: "GET /endpoints/fs-site.xml" },
  extensions,
});

export const showCoreSite = operation({
  summary: "Show core-site.xml, the core client configuration",
  effect: "read",
  output: siteAnswer,
  routes: { V1: "GET {reeve}/endpoints/core-site.xml", V2: "GET /endpoints/core-site.xml" },
  extensions,
});
