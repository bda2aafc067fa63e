import { SiteXmlError } from "./error.ts";
import type { Limits } from "./limits.ts";
import { textPositionOf } from "./place.ts";

/** Decodes the bytes of a document, which may begin with a byte order mark. An encoding other than UTF-8 is refused with its name. */
export function textOf(bytes: Uint8Array, limits: Limits): string {
  checkSize(bytes.length, "bytes", limits);
  const foreign = SIGNATURES.find(({ signature }) => signature.every((byte, index) => bytes[index] === byte));
  if (foreign !== undefined) throw unsupported(foreign.name);
  const declared = DECLARED.exec(new TextDecoder("latin1").decode(bytes.subarray(0, HEAD)))?.[2];
  if (declared !== undefined && !isSupported(declared)) throw unsupported(declared);
  try {
    return decode(bytes);
  } catch {
    throw notUtf8(bytes);
  }
}

/** Refuses a document that exceeds the caller's size limit, before the document is parsed. */
export function checkSize(length: number, unit: string, limits: Limits): void {
  if (length <= limits.size) return;
  throw new SiteXmlError(
    "too-large",
    `The document has ${length} ${unit}, which is more than the limit of ${limits.size}. Reading it can take 100 times its size in memory; if that is available, raise the limit "size".`,
  );
}

/** Whether a document that declares this encoding can be read. ASCII can, because it is a subset of UTF-8. */
export function isSupported(encoding: string): boolean {
  return /^(?:utf-?8|(?:us-)?ascii)$/i.test(encoding);
}

/** Byte order marks. UTF-32 comes before UTF-16, because a mark of UTF-32 can begin with a mark of UTF-16. */
const SIGNATURES: readonly { readonly name: string; readonly signature: readonly number[] }[] = [
  { name: "UTF-32BE", signature: [0x00, 0x00, 0xfe, 0xff] },
  { name: "UTF-32LE", signature: [0xff, 0xfe, 0x00, 0x00] },
  { name: "UTF-32BE", signature: [0x00, 0x00, 0x00, 0x3c] },
  { name: "UTF-32LE", signature: [0x3c, 0x00, 0x00, 0x00] },
  { name: "UTF-16BE", signature: [0xfe, 0xff] },
  { name: "UTF-16LE", signature: [0xff, 0xfe] },
  { name: "UTF-16BE", signature: [0x00, 0x3c] },
  { name: "UTF-16LE", signature: [0x3c, 0x00] },
];

const HEAD = 256;
const DECLARED = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*(["'])([^"'>]*)\1/;

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function unsupported(encoding: string): SiteXmlError {
  return new SiteXmlError("unsupported-encoding", `The document is encoded in ${encoding}, but only UTF-8 can be read.`);
}

function notUtf8(bytes: Uint8Array): SiteXmlError {
  const text = validPrefix(bytes);
  const place = textPositionOf(text, text.length);
  return new SiteXmlError(
    "unsupported-encoding",
    `Line ${place.line}, column ${place.column}: the bytes are not UTF-8, after "${place.excerpt}".`,
    { place },
  );
}

/** Returns the text before the first byte that is not UTF-8: there, an encoder gives other bytes for the replacement character. */
function validPrefix(bytes: Uint8Array): string {
  const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const end = bytes.findIndex((byte, index) => again[index] !== byte);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
}
