import { badArgument, checkOptionsArgument, limitOf } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { textOf } from "./encoding.ts";
import { defaultLimits, type Limits } from "./limits.ts";

export interface ReadOptions {
  /** The limits that differ from the default limits. */
  readonly limits?: { readonly [Limit in keyof Limits]?: Limits[Limit] | undefined };
}

/** Reads a document from a text or from bytes in UTF-8. Refuses everything that is not one well-formed `configuration`. */
export function readSite(source: string | Uint8Array, options: ReadOptions = {}): SiteDocument {
  checkOptionsArgument(options, "the options");
  const { limits: wanted = {} } = options;
  const limits = limitsOf(wanted);
  if (typeof source === "string") return documentOf(source, limits);
  if (!isBytes(source)) throw badArgument("the document", "a string or a Uint8Array", source);
  return documentOf(textOf(source, limits), limits);
}

/** The maximum depth that clients accept. */
const MAX_DEPTH = 1000;

function limitsOf(wanted: NonNullable<ReadOptions["limits"]>): Limits {
  checkOptionsArgument(wanted, "the limits");
  const limit = (name: keyof Limits) => limitOf(wanted[name], defaultLimits[name], `the limit ${name}`);
  return {
    size: limit("size"),
    depth: Math.min(limit("depth"), MAX_DEPTH),
    elements: limit("elements"),
    attributes: limit("attributes"),
  };
}

/** Whether this is a Uint8Array. It may come from another window or context, for which `instanceof` fails. */
function isBytes(source: unknown): source is Uint8Array {
  return Object.prototype.toString.call(source) === "[object Uint8Array]";
}
