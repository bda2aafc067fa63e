import { trimControls } from "../characters.ts";
import { given } from "../typed/given.ts";
import { badValue, type Values } from "../values.ts";

/** The file system that a path without one belongs to. */
export interface DefaultFileSystem {
  /** The address as clients complete it: `namenode:8020` is `hdfs://namenode:8020`. */
  readonly uri: string;
  /** Without its colon. */
  readonly scheme: string;
  /** The name service, or host and port, with a user before it if there is one; empty if the URI has none. */
  readonly authority: string;
}

/** Reads the default file system as clients do: `local` is this machine, and a value without a slash is a name node. */
export function defaultFileSystem(values: Values, name: string): DefaultFileSystem | undefined {
  const value = given(values, name);
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

// The syntax of Java's URI: letters of any script, complete escapes, brackets only around an address and after a question mark.
const LETTER = String.raw`[^\p{Cc}\p{Z}"<>\\^${"`"}{|}%#?/\[\]]|%[0-9A-Fa-f]{2}`;
const ADDRESS = String.raw`\[(?<address>[0-9A-Fa-f:.]+)(?:%[\w.~-]+)?\]`;
const AUTHORITY = `(?:${LETTER})*|(?:(?:${LETTER})*@)?${ADDRESS}(?::[0-9]*)?`;
const PATH = `/(?:${LETTER}|/)*`;
const ANYTHING = String.raw`(?:${LETTER}|[/?\[\]])*`;
const HIERARCHY = String.raw`(?://(?!$)(?<authority>${AUTHORITY})|(?!//))(?:${PATH})?(?:\?${ANYTHING})?`;
const URI = new RegExp(
  `^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?!#|$)(?:${HIERARCHY}|(?!/)${ANYTHING})(?:#${ANYTHING})?$`,
  "u",
);
