import { trimBlanks, trimControls } from "../characters.ts";
import { readValue, type Values } from "../values.ts";

/**
 * Reads `true` or `false`, in upper or lower case. Returns `undefined` if the name is not set or has another value, such as `yes`: clients
 * then use their default.
 */
export function boolean(values: Values, name: string): boolean | undefined {
  return readValue(values, name, (text, { ignore }) => {
    const word = trimControls(text).toLowerCase();
    return word === "true" || word === "false" ? word === "true" : ignore("true or false");
  });
}

/** Reads the name of a Java class, trimmed; `undefined` if the name is not set. The class need not exist. */
export function className(values: Values, name: string): string | undefined {
  return readValue(values, name, (text, { refuse }) => {
    const trimmed = trimControls(text);
    return CLASS_NAME.test(trimmed) ? trimmed : refuse("the name of a class such as java.lang.String");
  });
}

const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/**
 * Reads items that are separated by commas or line ends, and trims them; `undefined` if the name is not set. Empty items count, except at
 * the end, as in clients.
 */
export function list(values: Values, name: string): readonly string[] | undefined {
  return readValue(values, name, (text) => {
    const items = trimControls(text).split(SEPARATOR);
    while (items.at(-1) === "") items.pop();
    return items;
  });
}

/** A separator with the white space around it. White space is only matched from its beginning, because a long one would take too long. */
const SEPARATOR = /(?<![ \t\n\v\f\r])[ \t\n\v\f\r]*[,\n][ \t\n\v\f\r]*|,[ \t\n\v\f\r]*/;

/** An address with a port. */
export interface HostPort {
  /** A host name or an IP address. An IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads a `host:port`; `undefined` if the name is not set. */
export function hostPort(values: Values, name: string): HostPort | undefined {
  return readValue(values, name, (text, { refuse }) => parseHostPort(text) ?? refuse("a host:port"));
}

/** Reads `host:port` pairs that are separated by commas; `undefined` if the name is not set. */
export function hostPorts(values: Values, name: string): readonly HostPort[] | undefined {
  return readValue(values, name, (text, { refuse }) =>
    text.split(",").map((part) => parseHostPort(part) ?? refuse("host:port pairs separated by commas")),
  );
}

/** Parses a `host:port`; `undefined` if the text has another form. */
export function parseHostPort(text: string): HostPort | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]]+)):([0-9]{1,5})$/.exec(trimBlanks(text)) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** Reads a URL, which must have a scheme; `undefined` if the name is not set. */
export function url(values: Values, name: string): URL | undefined {
  return readValue(values, name, (text, { refuse }) => {
    const trimmed = trimBlanks(text);
    return URL.canParse(trimmed) ? new URL(trimmed) : refuse("a URL such as hdfs://cluster");
  });
}

/**
 * Reads a regular expression, which is never trimmed. Returns `undefined` if the name is not set, or if the value is empty or invalid:
 * clients then use their default. Clients use Java's syntax, so an expression that means something else in JavaScript is refused.
 */
export function pattern(values: Values, name: string): RegExp | undefined {
  return readValue(values, name, (text, { refuse, ignore }) => {
    const isCommon = !ONLY_JAVA.test(text);
    const compiled = isCommon && text !== "" ? compile(text) : undefined;
    if (compiled !== undefined) return compiled;
    if (text === "" || (isCommon && isBroken(text))) return ignore("a regular expression");
    return refuse("a regular expression that means the same in Java and in JavaScript");
  });
}

/**
 * Syntax that only Java has, or that Java reads differently: possessive quantifiers, quotations, flags, most escapes of letters and digits,
 * nested classes, named groups, and anchors inside of a line.
 */
const ONLY_JAVA = /[*+?}]\+|\\[^dDwWsStnrf.*+?()[\]{}|^$/\\-]|\(\?(?![:=!])|\[[^\]]*(?:\[|&&)|\[\^?\]|[{}]|[^\0-\uffff]/u;

function compile(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "u");
  } catch {
    return undefined;
  }
}

/**
 * Whether an expression is invalid in both languages: unclosed parentheses or brackets, a quantifier without an operand, or a backslash at
 * the end.
 */
function isBroken(text: string): boolean {
  const bare = text
    .replace(/\\./gs, "a")
    .replace(/\[\^?[^\]]+\]/g, "a")
    .replace(/\(\?[:=!]/g, "(");
  if (/[\\[]|^[*+?]|[(|][*+?]/.test(bare)) return true;
  let depth = 0;
  for (const character of bare) {
    if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) return true;
  }
  return depth > 0;
}
