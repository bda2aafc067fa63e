import { documentOf, type SiteDocument } from "./document.ts";
import { checkSize, textOf } from "./encoding.ts";
import { defaultLimits, type Limits } from "./limits.ts";

/** How to read. */
export interface ReadOptions {
  /** Limits other than the default ones. */
  readonly limits?: Partial<Limits>;
}

/** Reads a document from its text or its bytes (UTF-8); whatever is not one well-formed `configuration` is refused. */
export function readSite(source: string | Uint8Array, options: ReadOptions = {}): SiteDocument {
  const limits = { ...defaultLimits, ...options.limits };
  if (typeof source !== "string") return documentOf(textOf(source, limits), limits);
  checkSize(source.length, "characters", limits);
  return documentOf(source, limits);
}
