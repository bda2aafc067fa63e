import { trimBlanks } from "../characters.ts";
import { type HostPort, hostPort, parseHostPort } from "../typed/texts.ts";
import { reader, type Values } from "../values.ts";
import { items } from "./view.ts";

/** A nameservice: one file system with several name nodes, one of which is active. */
export type NameService = ReturnType<typeof nameService>;

/** A name node with its addresses. If a bind host is set, the name node listens on that host. */
export type NameNode = ReturnType<typeof nameNode>;

/** Reads the nameservices, whose settings have names that contain their ids. */
export function nameServicesOf(values: Values, name: string): readonly NameService[] {
  return items(values, name).map((id) => nameService(values, id));
}

function nameService(values: Values, id: string) {
  const nameNodes: readonly NameNode[] = items(values, `dfs.ha.namenodes.${id}`).map((node) => nameNode(values, node, `${id}.${node}`));
  return {
    id,
    nameNodes,
    /** The Java class with which clients find the active name node. */
    failoverProxyProvider: values.get(`dfs.client.failover.proxy.provider.${id}`),
  } as const;
}

function nameNode(values: Values, id: string, suffix: string) {
  return {
    id,
    rpcAddress: hostPort(values, `dfs.namenode.rpc-address.${suffix}`),
    rpcBindHost: values.get(`dfs.namenode.rpc-bind-host.${suffix}`),
    httpAddress: hostPort(values, `dfs.namenode.http-address.${suffix}`),
    httpBindHost: values.get(`dfs.namenode.http-bind-host.${suffix}`),
  } as const;
}

/** The place where name nodes share their edit log. */
export interface SharedEdits {
  /** The unchanged value from the document. */
  readonly url: string;
  /** The journal nodes in a `qjournal:` URL; empty for other URLs. */
  readonly journalNodes: readonly HostPort[];
  /** The name of the journal in a `qjournal:` URL, which is the id of the nameservice. */
  readonly journal: string | undefined;
}

/** Reads the URL of the shared edit log, such as `qjournal://host:port;host:port;host:port/nameservice`. */
export const readSharedEdits = reader((text, { refuse }): SharedEdits => {
  const fail = () => refuse("a URL such as qjournal://host:8485;host:8485;host:8485/cluster");
  const url = trimBlanks(text);
  if (!url.startsWith(SCHEME)) return { url, journalNodes: [], journal: undefined };
  const [, nodes = "", journal] = /^([^/]*)\/([^/]+)$/.exec(url.slice(SCHEME.length)) ?? fail();
  return { url, journalNodes: nodes.split(";").map((node) => parseHostPort(node) ?? fail()), journal };
});

const SCHEME = "qjournal://";
