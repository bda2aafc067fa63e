import type { SiteDocument } from "../document.ts";
import type { ExpandOptions } from "../expand.ts";
import type { SiteProblem } from "../problem.ts";
import type { SiteProperty } from "../property.ts";
import { list } from "../typed/list.ts";
import { type DefaultFileSystem, defaultFileSystem } from "./default-file-system.ts";
import { type ViewedValues, viewed } from "./view.ts";

/** The content of `core-site.xml`. Settings that are not in the document are `undefined` or empty. */
export interface CoreSite {
  readonly defaultFileSystem: DefaultFileSystem | undefined;
  /** The service users that may act for other users, by name. */
  readonly proxyUsers: ReadonlyMap<string, ProxyUser>;
  /** The path of the failover state in the coordination service, which `ha.<coordinator>.parent-znode` sets. */
  readonly failoverParentPath: FailoverParentPath | undefined;
  /** The effective properties that no other field contains, unchanged. */
  readonly others: readonly SiteProperty[];
  /** One problem for each value that clients ignore. This view ignores these values as well. */
  readonly problems: readonly SiteProblem[];
}

/** The users that a service user may act for (by name or group), and the hosts from which it may do so; `*` means any. */
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

/**
 * Converts a core-site document into typed fields. If a value does not have the type of its field, throws an error that names the property.
 */
export function coreSite(site: SiteDocument, options: ExpandOptions = {}): CoreSite {
  const values = viewed(site, options);
  const known = {
    defaultFileSystem: defaultFileSystem(values, "fs.defaultFS"),
    proxyUsers: proxyUsers(values),
    failoverParentPath: failoverParentPath(values),
  };
  return { ...known, others: values.others(), problems: values.problems() };
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
  const [match] = values.match(/^ha\.(.+)\.(parent-[a-z]+)$/);
  if (match === undefined) return undefined;
  const [coordinator = "", setting] = match;
  return { coordinator, path: values.get(`ha.${coordinator}.${setting}`) ?? "" };
}
