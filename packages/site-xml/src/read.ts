import { documentOf, type SiteDocument } from "./document.ts";
import { textOf } from "./encoding.ts";
import { defaultLimits, type Limits } from "./limits.ts";

/** How to read. */
export interface ReadOptions {
  /** Limits other than the default ones. */
  readonly limits?: Partial<Limits>;
}

/** Reads a document from its text or its bytes (UTF-8); whatever is not one well-formed `configuration` is refused. */
export function readSite(source: string | Uint8Array, options: ReadOptions = {}): SiteDocument {
  const wanted = { ...defaultLimits, ...options.limits };
  const limits = { ...wanted, depth: Math.min(wanted.depth, DEEPEST) };
  return documentOf(typeof source === "string" ? source : textOf(source, limits), limits);
}

/** The tree is walked by functions that call themselves, and a call stack has an end. */
const DEEPEST = 1000;
