import type { SiteDocument } from "../document.ts";
import type { ExpandOptions } from "../expand.ts";
import { duration, integer, number, size } from "../typed/numbers.ts";
import { boolean, className, type HostPort, hostPort, hostPorts, list } from "../typed/texts.ts";
import type { Values } from "../values.ts";
import { type NameService, nameService, readSharedEdits, type SharedEdits } from "./name-services.ts";
import { type SiteView, type ViewedValues, viewed } from "./view.ts";

/**
 * The content of `fs-site.xml`, which is called `hdfs-site.xml` elsewhere. Settings that are not in the document are `undefined` or empty.
 */
export interface FsSite extends SiteView {
  /** The nameservice for which the document was made. */
  readonly nameServiceId: string | undefined;
  readonly nameServices: readonly NameService[];
  readonly nameNode: NameNodeSettings;
  readonly journalNode: JournalNodeSettings;
  readonly dataNode: DataNodeSettings;
  readonly failover: FailoverSettings;
  readonly image: ImageSettings;
  readonly shortCircuit: ShortCircuitSettings;
  readonly permissionsEnabled: boolean | undefined;
}

/** Settings of all name nodes. */
export interface NameNodeSettings {
  readonly sharedEdits: SharedEdits | undefined;
  readonly directories: readonly string[];
  readonly safeModeThreshold: number | undefined;
  /** The time in milliseconds between two checks for dead data nodes. */
  readonly heartbeatRecheckInterval: number | undefined;
  readonly handlerCount: number | undefined;
  readonly invalidateWorkPerIteration: number | undefined;
  readonly replicationWorkMultiplier: number | undefined;
  /** Whether a data node may only register if its address resolves to a name. */
  readonly checksDataNodeNames: boolean | undefined;
}

/** Settings of all journal nodes. */
export interface JournalNodeSettings {
  readonly rpcAddress: HostPort | undefined;
  readonly httpAddress: HostPort | undefined;
  readonly directory: string | undefined;
}

/** Settings of all data nodes. */
export interface DataNodeSettings {
  readonly address: HostPort | undefined;
  readonly httpAddress: HostPort | undefined;
  readonly ipcAddress: HostPort | undefined;
  readonly directories: readonly string[];
  /** The bandwidth that a data node may use for balancing, in bytes per second. */
  readonly balanceBandwidth: number | undefined;
  readonly handlerCount: number | undefined;
}

/** The settings of the name nodes' failover. */
export interface FailoverSettings {
  readonly automatic: boolean | undefined;
  /** The fencing methods, such as `shell(/bin/true)`, in the order in which they are tried. */
  readonly fencingMethods: readonly string[];
  readonly quorum: Quorum | undefined;
}

/** The coordination service, which `ha.<coordinator>.quorum` sets. */
export interface Quorum {
  readonly coordinator: string;
  readonly addresses: readonly HostPort[];
}

/** How the image of the namespace (fsimage) is compressed. */
export interface ImageSettings {
  readonly compress: boolean | undefined;
  readonly codec: string | undefined;
}

/** How clients read the blocks of their own machine without going through a data node. */
export interface ShortCircuitSettings {
  readonly enabled: boolean | undefined;
  readonly cacheSize: number | undefined;
  /** The time in milliseconds after which cached streams are closed. */
  readonly cacheExpiry: number | undefined;
  readonly domainSocketPath: string | undefined;
}

/**
 * Converts an fs-site document into typed fields. If a value does not have the type of its field, throws an error that names the property.
 */
export function fsSite(site: SiteDocument, options: ExpandOptions = {}): FsSite {
  const values = viewed(site, options);
  return values.view({
    nameServiceId: values.get("dfs.nameservice.id"),
    nameServices: (list(values, "dfs.nameservices") ?? []).map((id) => nameService(values, id)),
    nameNode: {
      sharedEdits: readSharedEdits(values, "dfs.namenode.shared.edits.dir"),
      directories: list(values, "dfs.namenode.name.dir") ?? [],
      safeModeThreshold: number(values, "dfs.namenode.safemode.threshold-pct"),
      heartbeatRecheckInterval: duration(values, "dfs.namenode.heartbeat.recheck-interval", "ms"),
      handlerCount: integer(values, "dfs.namenode.handler.count"),
      invalidateWorkPerIteration: number(values, "dfs.namenode.invalidate.work.pct.per.iteration"),
      replicationWorkMultiplier: integer(values, "dfs.namenode.replication.work.multiplier.per.iteration"),
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
      balanceBandwidth: size(values, "dfs.datanode.balance.bandwidthPerSec"),
      handlerCount: integer(values, "dfs.datanode.handler.count"),
    },
    failover: {
      automatic: boolean(values, "dfs.ha.automatic-failover.enabled"),
      fencingMethods: lines(values, "dfs.ha.fencing.methods"),
      quorum: quorum(values),
    },
    image: {
      compress: boolean(values, "dfs.image.compress"),
      codec: className(values, "dfs.image.compression.codec"),
    },
    shortCircuit: {
      enabled: boolean(values, "dfs.client.read.shortcircuit"),
      cacheSize: integer(values, "dfs.client.read.shortcircuit.streams.cache.size"),
      cacheExpiry: duration(values, "dfs.client.read.shortcircuit.streams.cache.size.expiry.ms", "ms"),
      domainSocketPath: values.get("dfs.domain.socket.path"),
    },
    permissionsEnabled: boolean(values, "dfs.permissions.enabled"),
  });
}

function quorum(values: ViewedValues): Quorum | undefined {
  const [coordinator] = values.match(/^ha\.(.+)\.quorum$/);
  if (coordinator === undefined) return undefined;
  return { coordinator, addresses: hostPorts(values, `ha.${coordinator}.quorum`) ?? [] };
}

/** Splits a value at line ends only, because a fencing command may contain commas. */
function lines(values: Values, name: string): readonly string[] {
  const methods = values.get(name)?.split("\n") ?? [];
  return methods.map((line) => line.trim()).filter((line) => line !== "");
}
