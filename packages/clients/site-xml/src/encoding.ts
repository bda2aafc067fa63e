import type { Limits } from "./document.ts";
import { refuse, SiteXmlError } from "./error.ts";
import { markEnd, placeInText } from "./place.ts";

/** Decodes the bytes of a document, which may begin with a byte order mark. An encoding other than UTF-8 is refused with its name. */
export function textOf(bytes: Uint8Array, limits: Limits): string {
  checkSize(bytes.length, "bytes", limits);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 256));
  const [foreign] = SIGNATURES.find(([, signature]) => signature.test(head)) ?? [];
  const encoding = foreign ?? encodingOf(head.replace("\xef\xbb\xbf", ""));
  if (!SUPPORTED.test(encoding)) {
    throw new SiteXmlError("unsupported-encoding", `The document is encoded in ${encoding}, but only UTF-8 can be read.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // At the first byte that is not UTF-8, an encoder gives other bytes for the replacement character.
    const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const end = bytes.findIndex((byte, index) => again[index] !== byte);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
    const place = placeInText(text, text.length);
    const message = `Line ${place.line}, column ${place.column}: the bytes are not UTF-8, after "${place.excerpt}".`;
    throw new SiteXmlError("unsupported-encoding", message, { place });
  }
}

/** Refuses a document that exceeds the caller's size limit, before the document is parsed. */
export function checkSize(length: number, unit: string, limits: Limits): void {
  if (length <= limits.size) return;
  const reason = `The document has ${length} ${unit}, which is more than the limit of ${limits.size}.`;
  const advice = 'Reading it can take 100 times its size in memory; if that is available, raise the limit "size".';
  throw new SiteXmlError("too-large", `${reason} ${advice}`);
}

/** Byte order marks, and a `<` without one. UTF-32 comes before UTF-16, because a mark of UTF-32 can begin with a mark of UTF-16. */
const SIGNATURES: readonly (readonly [encoding: string, signature: RegExp])[] = [
  ["UTF-32BE", /^\0\0(?:\xfe\xff|\0<)/],
  ["UTF-32LE", /^(?:\xff\xfe|<\0)\0\0/],
  ["UTF-16BE", /^(?:\xfe\xff|\0<)/],
  ["UTF-16LE", /^(?:\xff\xfe|<\0)/],
];

/** Checks the XML declaration of a text, if it has one. Returns its end. */
export function declarationEnd(text: string): number {
  const at = markEnd(text);
  if (!/^<\?xml[ \t\r\n]/.test(text.slice(at, at + 6))) return at;
  const declaration = DECLARATION.exec(text);
  if (declaration === null) refuse(text, at, 'an XML declaration looks like <?xml version="1.0" encoding="UTF-8"?>');
  const { version, encoding = "UTF-8" } = declaration.groups ?? {};
  if (version !== "1.0") refuse(text, at, `the version must be 1.0, not ${version}`, "unsupported-version");
  if (!SUPPORTED.test(encoding)) refuse(text, at, `the encoding must be UTF-8, not ${encoding}`, "unsupported-encoding");
  const foreign = declaresAscii(text) ? text.search(/(?!^\ufeff)[^\0-\x7f]/) : -1;
  if (foreign < 0) return declaration[0].length;
  refuse(text, foreign, `the document declares the encoding ${encoding}, which does not contain this character`, "unsupported-encoding");
}

export function declaresAscii(text: string): boolean {
  return /ascii$/i.test(encodingOf(text));
}

function encodingOf(text: string): string {
  return DECLARATION.exec(text)?.groups?.encoding ?? "UTF-8";
}

/** The encodings that may be declared, because the text is stored as UTF-8. ASCII is a subset of UTF-8. */
const SUPPORTED = /^(?:utf-?8|(?:us-)?ascii)$/i;

const BLANK = "[ \\t\\r\\n]";
const VERSION = setting("version", "[A-Za-z0-9_.:-]+");
const ENCODING = setting("encoding", "[A-Za-z][A-Za-z0-9._-]*");
const DECLARATION = new RegExp(`^\\ufeff?<\\?xml${VERSION}(?:${ENCODING})?(?:${setting("standalone", "yes|no")})?${BLANK}*\\?>`);

function setting(name: string, value: string): string {
  return `${BLANK}+${name}${BLANK}*=${BLANK}*(?<${name}Quote>["'])(?<${name}>${value})\\k<${name}Quote>`;
}
