import { readFileSync } from "node:fs";

/** The content of `corpus/expected.json`: the expected results by file name (without extension). */
export interface Corpus {
  readonly good: Readonly<Record<string, ExpectedReading>>;
  readonly bad: Readonly<Record<string, ExpectedError>>;
}

interface ExpectedReading {
  readonly properties: readonly ExpectedProperty[];
  /** The expected problems, each with its code and its line. */
  readonly problems: readonly string[];
}

export interface ExpectedProperty {
  readonly name: string;
  readonly value?: string;
  readonly final?: boolean;
  readonly description?: string;
  readonly sources?: readonly string[];
  readonly tag?: string;
}

/** Line and column are missing if the error has no position. */
interface ExpectedError {
  readonly code: string;
  readonly line?: number;
  readonly column?: number;
}

export const corpus: Corpus = JSON.parse(readFileSync(new URL("corpus/expected.json", import.meta.url), "utf8"));

/** Returns the bytes of a document of the corpus. */
export function corpusDocument(kind: "good" | "bad", name: string): Uint8Array {
  return readFileSync(new URL(`corpus/${kind}/${name}.xml`, import.meta.url));
}

/** Returns the texts of the valid documents, which are the basis of mutations. */
export function goodTexts(): readonly string[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return Object.keys(corpus.good).map((name) => decoder.decode(corpusDocument("good", name)));
}
