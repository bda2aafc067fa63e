import { describe, expect, test } from "vitest";
import { readSite, SiteXmlError, writeSite } from "../src/index.ts";
import { corpus, corpusDocument, type ExpectedProperty } from "./corpus.ts";

describe("good documents", () => {
  test.each(Object.entries(corpus.good))("%s", (name, expected) => {
    const bytes = corpusDocument("good", name);
    const site = readSite(bytes);
    expect([...site.properties].map(({ line, start, end, ...data }) => data)).toEqual(expected.properties.map(complete));
    expect(site.problems.map(({ code, line }) => `${code} ${line}`)).toEqual(expected.problems);
    expect(new TextEncoder().encode(writeSite(site))).toEqual(new Uint8Array(bytes));
  });
});

describe("bad documents", () => {
  test.each(Object.entries(corpus.bad))("%s", (name, expected) => {
    const bytes = corpusDocument("bad", name);
    const error = errorOf(() => readSite(bytes));
    expect({ code: error.code, line: error.line, column: error.column }).toEqual({
      line: undefined,
      column: undefined,
      ...expected,
    });
    expect(error.message).toMatch(/^[^\n]+\.$/);
  });
});

function complete(property: ExpectedProperty): ExpectedProperty {
  return { final: false, sources: [], ...property };
}

function errorOf(work: () => unknown): SiteXmlError {
  try {
    work();
  } catch (error) {
    if (error instanceof SiteXmlError) return error;
    throw error;
  }
  throw new Error("The document was accepted.");
}
