import type { CallOptions, Client } from "@reeve/client";
import { type NoInput, ReeveError } from "@reeve/contract";
import type { SiteXml } from "@reeve/file-system-models";
import type { SiteDocument as ReadSite } from "@reeve/site-xml";

/** A site document of the service: its text, as `fsSite()` and `coreSite()` return it, and what `@reeve/site-xml` reads in it. */
export interface ReadSiteDocument {
  readonly text: SiteXml;
  readonly document: ReadSite;
}

/** Methods that fetch a site document and read it. The first call loads `@reeve/site-xml`. */
export interface SiteReads {
  /** Fetches the document of the daemons and reads it. */
  readFsSite(input?: NoInput, options?: CallOptions): Promise<ReadSiteDocument>;
  /** Fetches the core document and reads it. */
  readCoreSite(input?: NoInput, options?: CallOptions): Promise<ReadSiteDocument>;
}

export function siteReads(client: Client): SiteReads {
  const { endpoints } = client as unknown as { readonly endpoints: Readonly<Record<Verb, FetchSite>> };
  return {
    readFsSite: async (input = {}, options) => readDocument(await endpoints.fsSite(input, options), "fsSite"),
    readCoreSite: async (input = {}, options) => readDocument(await endpoints.coreSite(input, options), "coreSite"),
  };
}

type Verb = "fsSite" | "coreSite";
type FetchSite = (input: NoInput, options?: CallOptions) => Promise<SiteXml>;

async function readDocument(text: SiteXml, verb: Verb): Promise<ReadSiteDocument> {
  const { readSite, SiteXmlError } = await import("@reeve/site-xml");
  try {
    return { text, document: readSite(text) };
  } catch (thrown) {
    if (!(thrown instanceof SiteXmlError)) throw thrown;
    const operation = `endpoints.${verb}`;
    throw new ReeveError("unexpected-response", `the document cannot be read: ${thrown.message}`, { operation });
  }
}
