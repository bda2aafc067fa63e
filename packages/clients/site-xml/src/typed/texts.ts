import { trimBlanks, trimControls } from "../characters.ts";
import { reader } from "../values.ts";

/** Reads `true` or `false`, in upper or lower case; `undefined` if the name is not set or has another value, which clients ignore. */
export const boolean = reader((text, { ignore }) => {
  const word = trimControls(text).toLowerCase();
  return word === "true" || word === "false" ? word === "true" : ignore("true or false");
});

/** Reads the name of a Java class, trimmed; `undefined` if the name is not set. The class need not exist. */
export const className = reader((text, { refuse }) => {
  const trimmed = trimControls(text);
  return CLASS_NAME.test(trimmed) ? trimmed : refuse("the name of a class such as java.lang.String");
});

const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** Reads items between commas or line ends, trimmed; `undefined` if the name is not set. Empty items count, but not at the end. */
export const list = reader((text): readonly string[] => {
  const items = trimControls(text).split(SEPARATOR);
  return items.slice(0, items.findLastIndex((item) => item !== "") + 1);
});

/** A separator with the white space around it. White space is only matched from its beginning, because a long one would take too long. */
const SEPARATOR = /(?<![ \t\n\v\f\r])[ \t\n\v\f\r]*[,\n][ \t\n\v\f\r]*|,[ \t\n\v\f\r]*/;

/** An address with a port. */
export interface HostPort {
  /** A host name or an IP address. An IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads a `host:port`; `undefined` if the name is not set. */
export const hostPort = reader((text, { refuse }) => parseHostPort(text) ?? refuse("a host:port"));

/** Reads `host:port` pairs that are separated by commas; `undefined` if the name is not set. */
export const hostPorts = reader((text, { refuse }): readonly HostPort[] =>
  text.split(",").map((part) => parseHostPort(part) ?? refuse("host:port pairs separated by commas")),
);

export function parseHostPort(text: string): HostPort | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]]+)):([0-9]{1,5})$/.exec(trimBlanks(text)) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** Reads a URL, which must have a scheme; `undefined` if the name is not set. */
export const url = reader((text, { refuse }) => {
  const trimmed = trimBlanks(text);
  return URL.canParse(trimmed) ? new URL(trimmed) : refuse("a URL such as hdfs://cluster");
});

/**
 * Reads a regular expression, which is never trimmed. Returns `undefined` if the name is not set, or if the value is empty or invalid:
 * clients then use their default. Clients use Java's syntax, so an expression that means something else in JavaScript is refused.
 */
export const pattern = reader((text, { refuse, ignore }) => {
  if (text === "") return ignore("a regular expression");
  if (ONLY_JAVA.test(text)) return refuse(COMMON);
  try {
    return new RegExp(text, "u");
  } catch {
    return isBroken(text) ? ignore("a regular expression") : refuse(COMMON);
  }
});

const COMMON = "a regular expression that means the same in Java and in JavaScript";

/** Syntax that Java reads differently: possessive quantifiers, quotations, flags, most escapes, nested classes and named groups. */
const ONLY_JAVA = /[*+?}]\+|\\[^dDwWsStnrf.*+?()[\]{}|^$/\\-]|\(\?(?![:=!])|\[[^\]]*(?:\[|&&)|\[\^?\]|[{}]|[^\0-\uffff]/u;

/** Whether both languages refuse an expression: unclosed parentheses or brackets, a quantifier of nothing, or a backslash at the end. */
function isBroken(text: string): boolean {
  const bare = text
    .replace(/\\./gs, "a")
    .replace(/\[\^?[^\]]+\]/g, "a")
    .replace(/\(\?[:=!]/g, "(");
  let depth = 0;
  for (const parenthesis of bare.match(/[()]/g) ?? []) {
    depth += parenthesis === "(" ? 1 : -1;
    if (depth < 0) return true;
  }
  return depth > 0 || /[\\[]|^[*+?]|[(|][*+?]/.test(bare);
}
