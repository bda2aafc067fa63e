import { type Answer, answer, operation, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A client configuration document: XML text with the root `configuration`. */
export type SiteDocument = string;

const SiteDocument: Schema<SiteDocument> = v.pipe(
  v.string(),
  v.title("SiteDocument"),
  v.description("A client configuration document: XML with the root `configuration`."),
);

/** Servers label it text/plain or an XML type. */
const siteAnswer: Answer<SiteDocument> = answer(SiteDocument, { media: "text/xml" });

export const fsSite = operation({
  summary: "Show fs-site.xml, the file system's client configuration",
  effect: "read",
  output: siteAnswer,
  routes: { V2: "GET /endpoints/fs-site.xml" },
});

export const coreSite = operation({
  summary: "Show core-site.xml, the core client configuration",
  effect: "read",
  output: siteAnswer,
  routes: { V2: "GET /endpoints/core-site.xml" },
});
