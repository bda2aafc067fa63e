import { checkText } from "./arguments.ts";
import { keyOf } from "./deprecation.ts";
import { checkSize } from "./encoding.ts";
import type { Limits } from "./limits.ts";
import type { SiteProblem } from "./problem.ts";
import type { SiteProperties, SiteProperty } from "./property.ts";
import { readAsClients } from "./reading.ts";
import { parsed } from "./tree.ts";
import type { Values } from "./values.ts";

/** A parsed document. It is immutable; an edit creates a new document. */
export interface SiteDocument extends Values {
  /** The whole text, exactly as it was read. */
  readonly text: string;
  /** All properties that have a name, in order, including those without effect. */
  readonly properties: SiteProperties;
  /**
   * For each name, the property that takes effect: the last one with a value, but properties after the first `final` one do not count. A
   * deprecated name is listed under its replacement.
   */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  /** Unusual parts of the document, in the order of their lines. */
  readonly problems: readonly SiteProblem[];
  /** The offsets of the root element's start and end in the text. */
  readonly root: { readonly start: number; readonly end: number };
  /** The limits under which the document was read. */
  readonly limits: Limits;
  /** Returns the effective value of a name, which may be deprecated. */
  get(name: string): string | undefined;
  /** Returns the line of a name's effective property. */
  lineOf(name: string): number | undefined;
}

/** Checks and parses a text. All documents are created by this function. */
export function documentOf(text: string, limits: Limits): SiteDocument {
  checkSize(text.length, "characters", limits);
  const reading = readAsClients(parsed(text, limits));
  return {
    text,
    ...reading,
    limits,
    get(name) {
      checkText(name, "the name of a property");
      return reading.settings.get(keyOf(name))?.value;
    },
    lineOf(name) {
      checkText(name, "the name of a property");
      return reading.settings.get(keyOf(name))?.line;
    },
  };
}
