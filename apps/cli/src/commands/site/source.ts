import { type Context, type Given, readBytes } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { SiteXmlError } from "@reeve/site-xml";
import { fetchDocument } from "./fetch-document.ts";
import { isServiceDocument } from "./service-documents.ts";

/** The content of a document, which is one of the service's documents, a file, or standard input. */
export async function contentOf(source: string, given: Given, context: Context): Promise<string | Uint8Array> {
  if (isServiceDocument(source)) return (await fetchDocument(source, given, context)).text;
  return readBytes(source, context);
}

/** Runs `work`, which parses a document. Parser errors become errors of the command line that name the document. */
export function reading<Value>(source: string, work: () => Value): Value {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof SiteXmlError) throw new ReeveError("bad-input", `${source}: ${thrown.message}`);
    throw thrown;
  }
}
