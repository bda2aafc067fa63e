import { trimBlanks } from "../characters.ts";
import { duration, size } from "../typed/amounts.ts";
import { integer, number } from "../typed/numbers.ts";
import { boolean, className, type HostPort, hostPort, hostPorts, list, parseHostPort } from "../typed/texts.ts";
import { reader, type Values } from "../values.ts";
import { siteView, type ViewedValues } from "./view.ts";

/** The content of `fs-site.xml`, elsewhere called `hdfs-site.xml`. Settings that are not in the document are `undefined` or empty. */
export type FsSite = ReturnType<typeof fsSite>;

/** Converts an fs-site document into typed fields. If a value does not have the type of its field, the error names the property. */
export const fsSite = siteView(fieldsOf);

function fieldsOf(values: ViewedValues) {
  const nameServices: readonly NameService[] = (list(values, "dfs.nameservices") ?? []).map((id) => nameService(values, id));
  return {
    /** The nameservice for which the document was made. */
    nameServiceId: values.get("dfs.nameservice.id"),
    nameServices,
    nameNode: {
      sharedEdits: sharedEdits(values, "dfs.namenode.shared.edits.dir"),
      directories: list(values, "dfs.namenode.name.dir") ?? [],
      safeModeThreshold: number(values, "dfs.namenode.safemode.threshold-pct"),
      /** The time in milliseconds between two checks for dead data nodes. */
      heartbeatRecheckInterval: duration(values, "dfs.namenode.heartbeat.recheck-interval", "ms"),
      handlerCount: integer(values, "dfs.namenode.handler.count"),
      invalidateWorkPerIteration: number(values, "dfs.namenode.invalidate.work.pct.per.iteration"),
      replicationWorkMultiplier: integer(values, "dfs.namenode.replication.work.multiplier.per.iteration"),
      /** Whether a data node may only register if its address resolves to a name. */
      checksDataNodeNames: boolean(values, "dfs.namenode.datanode.registration.ip-hostname-check"),
    },
    journalNode: {
      rpcAddress: hostPort(values, "dfs.journalnode.rpc-address"),
      httpAddress: hostPort(values, "dfs.journalnode.http-address"),
      directory: values.get("dfs.journalnode.edits.dir"),
    },
    dataNode: {
      address: hostPort(values, "dfs.datanode.address"),
      httpAddress: hostPort(values, "dfs.datanode.http.address"),
      ipcAddress: hostPort(values, "dfs.datanode.ipc.address"),
      directories: list(values, "dfs.datanode.data.dir") ?? [],
      /** The bandwidth that a data node may use for balancing, in bytes per second. */
      balanceBandwidth: size(values, "dfs.datanode.balance.bandwidthPerSec"),
      handlerCount: integer(values, "dfs.datanode.handler.count"),
    },
    failover: {
      automatic: boolean(values, "dfs.ha.automatic-failover.enabled"),
      /** The fencing methods, such as `shell(/bin/true)`, in the order in which they are tried. */
      fencingMethods: lines(values, "dfs.ha.fencing.methods"),
      quorum: quorum(values),
    },
    /** How the image of the namespace (fsimage) is compressed. */
    image: {
      compress: boolean(values, "dfs.image.compress"),
      codec: className(values, "dfs.image.compression.codec"),
    },
    /** How clients read the blocks of their own machine without going through a data node. */
    shortCircuit: {
      enabled: boolean(values, "dfs.client.read.shortcircuit"),
      cacheSize: integer(values, "dfs.client.read.shortcircuit.streams.cache.size"),
      /** The time in milliseconds after which cached streams are closed. */
      cacheExpiry: duration(values, "dfs.client.read.shortcircuit.streams.cache.size.expiry.ms", "ms"),
      domainSocketPath: values.get("dfs.domain.socket.path"),
    },
    permissionsEnabled: boolean(values, "dfs.permissions.enabled"),
  } as const;
}

/** A nameservice: one file system with several name nodes, one of which is active. */
export type NameService = ReturnType<typeof nameService>;

/** A name node with its addresses. If a bind host is set, the name node listens on that host. */
export type NameNode = ReturnType<typeof nameNode>;

function nameService(values: Values, id: string) {
  const nameNodes: readonly NameNode[] = (list(values, `dfs.ha.namenodes.${id}`) ?? []).map((node) =>
    nameNode(values, node, `${id}.${node}`),
  );
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
const sharedEdits = reader((text, { refuse }): SharedEdits => {
  const fail = () => refuse("a URL such as qjournal://host:8485;host:8485;host:8485/cluster");
  const url = trimBlanks(text);
  if (!url.startsWith("qjournal://")) return { url, journalNodes: [], journal: undefined };
  const [, nodes = "", journal] = /^qjournal:\/\/([^/]*)\/([^/]+)$/.exec(url) ?? fail();
  return { url, journalNodes: nodes.split(";").map((node) => parseHostPort(node) ?? fail()), journal };
});

/** Reads the addresses of the coordination service, which `ha.<coordinator>.quorum` sets. */
function quorum(values: ViewedValues) {
  const [coordinator] = values.match(/^ha\.(.+)\.quorum$/);
  return coordinator === undefined ? undefined : ({ coordinator, addresses: hostPorts(values, `ha.${coordinator}.quorum`) ?? [] } as const);
}

/** Splits a value at line ends only, because a fencing command may contain commas. */
function lines(values: Values, name: string): readonly string[] {
  const methods = values.get(name)?.split("\n") ?? [];
  return methods.map((line) => line.trim()).filter((line) => line !== "");
}
