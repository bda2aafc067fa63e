import { readSite, SiteXmlError } from "../src/index.ts";
import { areWellFormed } from "./xmllint.ts";

/**
 * The error codes of documents that this package refuses on purpose, although XML 1.0 allows them. Of all other documents, it accepts
 * exactly those that are well-formed for xmllint.
 */
const STRICTER: ReadonlySet<string> = new Set([
  "doctype-refused",
  "not-a-configuration",
  "unsupported-encoding",
  "unsupported-version",
  "too-deep",
  "too-many-attributes",
]);

/** xmllint accepts a declaration without a blank before `standalone`, although the grammar of XML 1.0 requires one. */
const XMLLINT_IS_LENIENT = /^\ufeff?<\?xml[^>]*["']standalone/;

/** Returns the documents on which this package and xmllint disagree, except those that this package refuses on purpose. */
export function disagreements(documents: readonly (string | Uint8Array)[]): readonly string[] {
  const expected = areWellFormed(documents);
  return documents.flatMap((document, index) => {
    const ours = verdict(document);
    const text = typeof document === "string" ? document : new TextDecoder().decode(document);
    if ((ours === "read") === expected[index] || (expected[index] && isExpected(ours, text))) return [];
    return [`${ours}, xmllint: ${expected[index] ? "well-formed" : "not"}: ${JSON.stringify(text)}`];
  });
}

function isExpected(code: string, text: string): boolean {
  if (XMLLINT_IS_LENIENT.test(text)) return true;
  return STRICTER.has(code);
}

/** Returns `read`, or the error code with which a document was refused. */
export function verdict(document: string | Uint8Array): string {
  try {
    readSite(document);
    return "read";
  } catch (error) {
    if (error instanceof SiteXmlError) return error.code;
    throw error;
  }
}
