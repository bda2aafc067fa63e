import type { RawAnswer } from "@reeve/client";
import { type Context, notOneOf, type ParsedArguments, readBytes } from "@reeve/commands";
import { listedOperation, ReeveError } from "@reeve/contract";
import { showCoreSite, showFsSite } from "@reeve/file-system-models";
import { readSite, type SiteDocument, SiteXmlError } from "@reeve/site-xml";
import { refuseOtherRevisions } from "../../operations/explain.ts";
import { sessionOf } from "../../operations/session.ts";
import { serviceKind } from "../../services/kind.ts";
import { isServiceDocument, serviceDocuments } from "./service-documents.ts";

/** A document, which is one of the service's documents, a file, or standard input. */
export async function siteFrom(source: string, args: ParsedArguments, context: Context): Promise<SiteDocument> {
  if (!isServiceDocument(source)) return siteIn(source, context);
  const { text } = await fetchDocument(source, args, context);
  return reading(source, () => readSite(text));
}

/** The document in a file or from standard input. */
export async function siteIn(file: string, context: Context): Promise<SiteDocument> {
  const content = await readBytes(file, context);
  return reading(file, () => readSite(content));
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

const operations = { "fs-site": showFsSite, "core-site": showCoreSite };

/** Fetches a document from the service. */
export async function fetchDocument(name: string, args: ParsedArguments, context: Context): Promise<RawAnswer> {
  if (!isServiceDocument(name)) throw notOneOf("<document>", serviceDocuments, name);
  const operation = operations[name];
  const kind = await serviceKind("file-system");
  await using session = await sessionOf(kind, args, context);
  const listed = listedOperation(kind.api, operation);
  if (listed) await refuseOtherRevisions(session, listed);
  const answer = await session.call(operation);
  answer.read();
  return answer;
}
