import { trimControls } from "../characters.ts";
import { list } from "../typed/texts.ts";
import { reader, type Values } from "../values.ts";
import { siteView, type ViewedValues } from "./view.ts";

/** The content of `core-site.xml`. Settings that are not in the document are `undefined` or empty. */
export type CoreSite = ReturnType<typeof coreSite>;

/** The users that a service user may act for (by name or group), and the hosts from which it may do so; `*` means any. */
export type ProxyUser = ReturnType<typeof proxyUser>;

/** Converts a core-site document into typed fields. If a value does not have the type of its field, the error names the property. */
export const coreSite = siteView(
  (values) =>
    ({
      /** The file system of all paths that do not name a file system. */
      defaultFileSystem: defaultFileSystem(values, "fs.defaultFS"),
      /** The service users that may act for other users, by name. */
      proxyUsers: proxyUsers(values),
      /** The path of the failover state in the coordination service, which `ha.<coordinator>.parent-znode` sets. */
      failoverParentPath: failoverParentPath(values),
    }) as const,
);

function proxyUsers(values: ViewedValues): ReadonlyMap<string, ProxyUser> {
  const names = values.match(/^hadoop\.proxyuser\.(.+)\.(?:hosts|groups|users)$/);
  return new Map(names.map((user) => [user, proxyUser(values, `hadoop.proxyuser.${user}`)]));
}

function proxyUser(values: Values, prefix: string) {
  return {
    hosts: list(values, `${prefix}.hosts`) ?? [],
    groups: list(values, `${prefix}.groups`) ?? [],
    users: list(values, `${prefix}.users`) ?? [],
  } as const;
}

function failoverParentPath(values: ViewedValues) {
  const [setting] = values.match(/^ha\.(.+\.parent-[a-z]+)$/);
  if (setting === undefined) return undefined;
  return { coordinator: setting.slice(0, setting.lastIndexOf(".")), path: values.get(`ha.${setting}`) ?? "" } as const;
}

/** Reads the default file system as clients do: `local` means this machine, and a value without a slash is the address of a name node. */
const defaultFileSystem = reader((text, { refuse }) => {
  const address = trimControls(text);
  const uri = OLD_NAMES.get(address) ?? (address.includes("/") ? address : `hdfs://${address}`);
  const { scheme, authority = "", ip } = URI.exec(uri)?.groups ?? {};
  if (scheme === undefined || (ip !== undefined && !URL.canParse(`http://[${ip}]`))) return refuse("a URI such as hdfs://cluster");
  return {
    /** The complete address, as clients make it: `namenode:8020` becomes `hdfs://namenode:8020`. */
    uri,
    /** The scheme, without a colon. */
    scheme,
    /** The nameservice, or a host with a port, after an optional user; empty if the URI has no authority. */
    authority,
  } as const;
});

const OLD_NAMES: ReadonlyMap<string, string> = new Map([["local", "file:///"]]);

// Java's syntax of URIs: letters of all scripts, complete percent escapes, and brackets only around an IPv6 address or after a `?`.
const LETTER = String.raw`[^\p{Cc}\p{Z}"<>\\^${"`"}{|}%#?/\[\]]|%[0-9A-Fa-f]{2}`;
const ADDRESS = String.raw`\[(?<ip>[0-9A-Fa-f:.]+)(?:%[\w.~-]+)?\]`;
const AUTHORITY = `(?:${LETTER})*|(?:(?:${LETTER})*@)?${ADDRESS}(?::[0-9]*)?`;
const PATH = `/(?:${LETTER}|/)*`;
const ANYTHING = String.raw`(?:${LETTER}|[/?\[\]])*`;
const HIERARCHY = String.raw`(?://(?!$)(?<authority>${AUTHORITY})|(?!//))(?:${PATH})?(?:\?${ANYTHING})?`;
const URI = new RegExp(`^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?!#|$)(?:${HIERARCHY}|(?!/)${ANYTHING})(?:#${ANYTHING})?$`, "u");
