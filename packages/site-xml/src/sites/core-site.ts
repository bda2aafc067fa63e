import type { SiteDocument } from "../document.ts";
import type { ExpandOptions } from "../expand.ts";
import type { SiteProperty } from "../property.ts";
import { list } from "../typed/list.ts";
import { url } from "../typed/url.ts";
import { type ViewedValues, viewed } from "./view.ts";

/** What `core-site.xml` says. What it does not set is `undefined`, or empty. */
export interface CoreSite {
  readonly defaultFileSystem: DefaultFileSystem | undefined;
  /** The service users that may act for others, by name. */
  readonly proxyUsers: ReadonlyMap<string, ProxyUser>;
  /** Where failover keeps its state in the coordination service, from `ha.<coordinator>.parent-znode`. */
  readonly failoverParentPath: FailoverParentPath | undefined;
  /** Every property that counts and has no place above, untouched. */
  readonly others: readonly SiteProperty[];
}

/** The file system that a path without one belongs to. */
export interface DefaultFileSystem {
  readonly url: URL;
  /** Without its colon. */
  readonly scheme: string;
  /** The name service, or a host with its port. */
  readonly authority: string;
}

/** From where and for whom a service user may act; `*` is anyone. */
export interface ProxyUser {
  readonly hosts: readonly string[];
  readonly groups: readonly string[];
  readonly users: readonly string[];
}

/** A path in the coordination service. */
export interface FailoverParentPath {
  readonly coordinator: string;
  readonly path: string;
}

/** Reads a core site document with its types; a value that does not fit its type is an error that names it. */
export function coreSite(site: SiteDocument, options: ExpandOptions = {}): CoreSite {
  const values = viewed(site, options);
  const known = {
    defaultFileSystem: defaultFileSystem(site, values),
    proxyUsers: proxyUsers(values),
    failoverParentPath: failoverParentPath(values),
  };
  return { ...known, others: values.others() };
}

/** `fs.default.name` is the old name of `fs.defaultFS`; to clients they are one, so the later one counts. */
function defaultFileSystem({ settings }: SiteDocument, values: ViewedValues): DefaultFileSystem | undefined {
  const current = url(values, "fs.defaultFS");
  const old = url(values, "fs.default.name");
  const currentStart = settings.get("fs.defaultFS")?.start ?? -1;
  const oldStart = settings.get("fs.default.name")?.start ?? -1;
  const found = oldStart > currentStart ? old : current;
  return found && { url: found, scheme: found.protocol.slice(0, -1), authority: found.host };
}

function proxyUsers(values: ViewedValues): ReadonlyMap<string, ProxyUser> {
  const names = values.match(/^hadoop\.proxyuser\.(.+)\.(?:hosts|groups|users)$/);
  return new Map(names.map(([user = ""]) => [user, proxyUser(values, `hadoop.proxyuser.${user}`)]));
}

function proxyUser(values: ViewedValues, prefix: string): ProxyUser {
  return {
    hosts: list(values, `${prefix}.hosts`) ?? [],
    groups: list(values, `${prefix}.groups`) ?? [],
    users: list(values, `${prefix}.users`) ?? [],
  };
}

function failoverParentPath(values: ViewedValues): FailoverParentPath | undefined {
  const [found] = values.match(/^ha\.(.+)\.(parent-[a-z]+)$/);
  if (found === undefined) return undefined;
  const [coordinator = "", setting] = found;
  return { coordinator, path: values.get(`ha.${coordinator}.${setting}`) ?? "" };
}
