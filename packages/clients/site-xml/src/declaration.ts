import { isBlank } from "./characters.ts";
import { isSupported } from "./encoding.ts";
import { refuse } from "./error.ts";
import { BYTE_ORDER_MARK } from "./place.ts";

/** Returns the end of the XML declaration that starts at `at`; returns `at` if there is none. */
export function declarationEnd(text: string, at: number): number {
  if (!text.startsWith("<?xml", at) || !isBlank(text.charCodeAt(at + 5))) return at;
  const declaration = declarationAt(text, at);
  if (declaration === undefined) {
    refuse(text, at, "not-well-formed", 'an XML declaration looks like <?xml version="1.0" encoding="UTF-8"?>');
  }
  const { version, encoding } = declaration;
  if (version !== "1.0") refuse(text, at, "unsupported-version", `the version must be 1.0, not ${version}`);
  if (encoding !== undefined) checkEncoding(text, at, encoding);
  return DECLARATION.lastIndex;
}

/** Whether a checked document declares ASCII as its encoding. */
export function declaresAscii(text: string): boolean {
  const encoding = declarationAt(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0)?.encoding;
  return encoding !== undefined && isAscii(encoding);
}

function isAscii(encoding: string): boolean {
  return !/^utf/i.test(encoding);
}

function declarationAt(text: string, at: number): Readonly<Record<string, string>> | undefined {
  DECLARATION.lastIndex = at;
  return DECLARATION.exec(text)?.groups;
}

const BLANK = "[ \\t\\r\\n]";
const DECLARATION = new RegExp(
  [
    "<\\?xml",
    setting("version", "[A-Za-z0-9_.:-]+"),
    `(?:${setting("encoding", "[A-Za-z][A-Za-z0-9._-]*")})?`,
    `(?:${setting("standalone", "yes|no")})?`,
    `${BLANK}*\\?>`,
  ].join(""),
  "y",
);

function setting(name: string, value: string): string {
  return `${BLANK}+${name}${BLANK}*=${BLANK}*(?<${name}Quote>["'])(?<${name}>${value})\\k<${name}Quote>`;
}

/** Checks the declared encoding of a string. The string will be stored as UTF-8, so the declaration must say UTF-8 or ASCII. */
function checkEncoding(text: string, at: number, encoding: string): void {
  if (!isSupported(encoding)) refuse(text, at, "unsupported-encoding", `the encoding must be UTF-8, not ${encoding}`);
  if (!isAscii(encoding)) return;
  const foreign = text.slice(at).search(/[^\0-\x7f]/);
  if (foreign < 0) return;
  refuse(
    text,
    at + foreign,
    "unsupported-encoding",
    `the document declares the encoding ${encoding}, which does not contain this character`,
  );
}
