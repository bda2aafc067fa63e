import { trimBlanks } from "../characters.ts";
import { type HostPort, hostPort, list, parseHostPort } from "../typed/texts.ts";
import { readValue, type Values } from "../values.ts";

/** A nameservice: one file system with several name nodes, one of which is active. */
export interface NameService {
  readonly id: string;
  readonly nameNodes: readonly NameNode[];
  /** The Java class with which clients find the active name node. */
  readonly failoverProxyProvider: string | undefined;
}

/** A name node with its addresses. If a bind host is set, the name node listens on that host. */
export interface NameNode {
  readonly id: string;
  readonly rpcAddress: HostPort | undefined;
  readonly rpcBindHost: string | undefined;
  readonly httpAddress: HostPort | undefined;
  readonly httpBindHost: string | undefined;
}

/** Reads the settings whose names contain the id of the nameservice. */
export function nameService(values: Values, id: string): NameService {
  const nameNodes = list(values, `dfs.ha.namenodes.${id}`) ?? [];
  return {
    id,
    nameNodes: nameNodes.map((node) => nameNode(values, node, `${id}.${node}`)),
    failoverProxyProvider: values.get(`dfs.client.failover.proxy.provider.${id}`),
  };
}

function nameNode(values: Values, id: string, suffix: string): NameNode {
  return {
    id,
    rpcAddress: hostPort(values, `dfs.namenode.rpc-address.${suffix}`),
    rpcBindHost: values.get(`dfs.namenode.rpc-bind-host.${suffix}`),
    httpAddress: hostPort(values, `dfs.namenode.http-address.${suffix}`),
    httpBindHost: values.get(`dfs.namenode.http-bind-host.${suffix}`),
  };
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
export function readSharedEdits(values: Values, name: string): SharedEdits | undefined {
  return readValue(values, name, (text, { refuse }) => {
    const fail = () => refuse("a URL such as qjournal://host:8485;host:8485;host:8485/cluster");
    const url = trimBlanks(text);
    if (!url.startsWith(SCHEME)) return { url, journalNodes: [], journal: undefined };
    const [, nodes = "", journal] = /^([^/]*)\/([^/]+)$/.exec(url.slice(SCHEME.length)) ?? fail();
    return { url, journalNodes: nodes.split(";").map((node) => parseHostPort(node) ?? fail()), journal };
  });
}

const SCHEME = "qjournal://";
