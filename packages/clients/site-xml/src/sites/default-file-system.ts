import { trimControls } from "../characters.ts";
import { settingText } from "../typed/setting-text.ts";
import { badValue, type Values } from "../values.ts";

/** The file system of all paths that do not name a file system. */
export interface DefaultFileSystem {
  /** The complete address, as clients make it: `namenode:8020` becomes `hdfs://namenode:8020`. */
  readonly uri: string;
  /** The scheme, without a colon. */
  readonly scheme: string;
  /** The nameservice, or a host with a port, after an optional user; empty if the URI has no authority. */
  readonly authority: string;
}

/** Reads the default file system as clients do: `local` means this machine, and a value without a slash is the address of a name node. */
export function defaultFileSystem(values: Values, name: string): DefaultFileSystem | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const uri = withScheme(trimControls(value));
  const { scheme, authority = "", address } = URI.exec(uri)?.groups ?? {};
  const isKnown = scheme !== undefined && (address === undefined || URL.canParse(`http://[${address}]`));
  if (!isKnown) throw badValue(values, name, value, "a URI such as hdfs://cluster");
  return { uri, scheme, authority };
}

function withScheme(name: string): string {
  return OLD_NAMES.get(name) ?? (name.includes("/") ? name : `hdfs://${name}`);
}

const OLD_NAMES: ReadonlyMap<string, string> = new Map([["local", "file:///"]]);

// Java's syntax of URIs: letters of all scripts, complete percent escapes, and brackets only around an IPv6 address or after a question
// mark.
const LETTER = String.raw`[^\p{Cc}\p{Z}"<>\\^${"`"}{|}%#?/\[\]]|%[0-9A-Fa-f]{2}`;
const ADDRESS = String.raw`\[(?<address>[0-9A-Fa-f:.]+)(?:%[\w.~-]+)?\]`;
const AUTHORITY = `(?:${LETTER})*|(?:(?:${LETTER})*@)?${ADDRESS}(?::[0-9]*)?`;
const PATH = `/(?:${LETTER}|/)*`;
const ANYTHING = String.raw`(?:${LETTER}|[/?\[\]])*`;
const HIERARCHY = String.raw`(?://(?!$)(?<authority>${AUTHORITY})|(?!//))(?:${PATH})?(?:\?${ANYTHING})?`;
const URI = new RegExp(`^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?!#|$)(?:${HIERARCHY}|(?!/)${ANYTHING})(?:#${ANYTHING})?$`, "u");
