import { badArgument, check } from "./arguments.ts";
import { checkSize, textOf } from "./encoding.ts";
import { printProperty } from "./print.ts";
import type { SiteProblem } from "./problem.ts";
import { keyOf, type PropertySetting, type SiteProperties, type SiteProperty } from "./property.ts";
import { readAsClients } from "./reading.ts";
import type { Values } from "./values.ts";

/** A parsed document. It is immutable; an edit creates a new document. */
export interface SiteDocument extends Values {
  /** The whole text, exactly as it was read. */
  readonly text: string;
  /** All properties that have a name, in order, including those without effect. */
  readonly properties: SiteProperties;
  /** For each name, or the replacement of a deprecated one, the property that takes effect: the last with a value, up to a `final` one. */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  /** Unusual parts of the document, in the order of their lines. */
  readonly problems: readonly SiteProblem[];
  /** The offsets of the root element's start and end in the text. */
  readonly root: { readonly start: number; readonly end: number };
  readonly limits: Limits;
  /** Returns the effective value of a name, which may be deprecated. */
  get(name: string): string | undefined;
  /** Returns the line of a name's effective property. */
  lineOf(name: string): number | undefined;
}

/** The limits of a document. Each limit has its own error code. */
export interface Limits {
  /** The maximum length of the document: in bytes if bytes are read, in UTF-16 units if a string is read (error code `too-large`). */
  readonly size: number;
  /** The maximum depth of nested elements, including the root element; at most 1000 (error code `too-deep`). */
  readonly depth: number;
  /** The maximum number of elements of the document (error code `too-many-elements`). */
  readonly elements: number;
  /** The maximum number of attributes of an element (error code `too-many-attributes`). */
  readonly attributes: number;
}

/** Far above the needs of real documents. The size is limited because the tree of a document takes up to 100 times its size in memory. */
export const defaultLimits: Limits = { size: 4 * 1024 * 1024, depth: 32, elements: 2_000_000, attributes: 32 };

export interface ReadOptions {
  readonly limits?: { readonly [Limit in keyof Limits]?: Limits[Limit] | undefined };
}

/** Reads a document from a text or from bytes in UTF-8. Refuses everything that is not one well-formed `configuration`. */
export function readSite(source: string | Uint8Array, options: ReadOptions = {}): SiteDocument {
  check("object", options, "the options");
  const limits = limitsOf(options.limits);
  if (typeof source === "string") return documentOf(source, limits);
  // The bytes may come from another window or context, for which `instanceof` fails.
  const isBytes = Object.prototype.toString.call(source) === "[object Uint8Array]";
  if (!isBytes) throw badArgument("the document", "a string or a Uint8Array", source);
  return documentOf(textOf(source, limits), limits);
}

/** Creates a document from properties, in their order. Equal properties always give equal texts. */
export function createSite(properties: Iterable<PropertySetting>): SiteDocument {
  check("list", properties, "the properties");
  const content = Array.from(properties, (property) => printProperty(property)).join("");
  // No size limits apply, because the caller already has the document in memory.
  const limits = { ...defaultLimits, size: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
  return documentOf(`<?xml version="1.0" encoding="UTF-8"?>\n<configuration>${content}\n</configuration>\n`, limits);
}

/** Returns the text of a document. Except for edits, it is the same text that was read, byte for byte. */
export function writeSite(site: SiteDocument): string {
  check("site", site, "the document");
  return site.text;
}

/** Checks and parses a text. All documents are created by this function. */
export function documentOf(text: string, limits: Limits): SiteDocument {
  checkSize(text.length, "characters", limits);
  const reading = readAsClients(text, limits);
  const effective = (name: string) => {
    check("text", name, "the name of a property");
    return reading.settings.get(keyOf(name));
  };
  return { text, ...reading, limits, get: (name) => effective(name)?.value, lineOf: (name) => effective(name)?.line };
}

function limitsOf(wanted: ReadOptions["limits"] = {}): Limits {
  check("object", wanted, "the limits");
  const limit = (name: keyof Limits) => {
    const { [name]: value = defaultLimits[name] } = wanted;
    check("limit", value, `the limit ${name}`);
    return value;
  };
  return { size: limit("size"), depth: Math.min(limit("depth"), MAX_DEPTH), elements: limit("elements"), attributes: limit("attributes") };
}

/** The maximum depth that clients accept. */
const MAX_DEPTH = 1000;
