/** A management bean, with everything that the service uses of it. The agent refuses everything else. */
export interface Bean<Attribute extends string = string, Operation extends string = string> {
  /** The bean's name, or the pattern that the names of such beans match. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** The names of operations; those of overloaded operations include the types of their parameters. */
  readonly operations: readonly Operation[];
}

function bean<const Attribute extends string, const Operation extends string = never>(
  name: string,
  attributes: readonly Attribute[],
  operations: readonly Operation[] = [],
): Bean<Attribute, Operation> {
  return { name, attributes, operations };
}

export const CLEAN_UP = "forceKeyspaceCleanup(int,java.lang.String,[Ljava.lang.String;)";
export const TAKE_SNAPSHOT = "takeSnapshot(java.lang.String,java.util.Map,[Ljava.lang.String;)";
export const CLEAR_SNAPSHOT = "clearSnapshot(java.util.Map,java.lang.String,[Ljava.lang.String;)";
export const IMPORT = "importNewSSTables(java.util.Set,boolean,boolean,boolean,boolean,boolean,boolean,boolean)";

/** The bean for the node as a whole. */
export const STORAGE = bean(
  "org.apache.cassandra.db:type=StorageService",
  [
    "OperationMode",
    "NativeTransportRunning",
    "Joined",
    "Initialized",
    "GossipRunning",
    "LocalHostId",
    "Tokens",
    "SchemaVersion",
    "ReleaseVersion",
    "LiveNodesWithPort",
    "UnreachableNodesWithPort",
    "JoiningNodesWithPort",
    "LeavingNodesWithPort",
    "MovingNodesWithPort",
    "NonLocalStrategyKeyspaces",
    "AllDataFileLocations",
  ],
  [
    CLEAN_UP,
    TAKE_SNAPSHOT,
    CLEAR_SNAPSHOT,
    "repairAsync",
    "getParentRepairStatus",
    "forceTerminateAllRepairSessions",
    "getRangeToEndpointWithPortMap",
    "decommission",
  ],
);

export const HINTS = bean("org.apache.cassandra.hints:type=HintsService", ["PendingHints"]);

export const PLACE = bean("org.apache.cassandra.db:type=EndpointSnitchInfo", ["Datacenter", "Rack"]);

/** The beans of the tables. */
export const TABLES = bean("org.apache.cassandra.db:type=Tables,keyspace=*,table=*", ["TableName"], [IMPORT]);

const METRIC = "org.apache.cassandra.metrics:type=Table,keyspace=*,scope=*,name=";

export const DISK_SPACE = bean(`${METRIC}LiveDiskSpaceUsed`, ["Count"]);
export const PARTITIONS = bean(`${METRIC}EstimatedPartitionCount`, ["Value"]);

/** All beans that the service uses. */
export const BEANS: readonly Bean[] = [STORAGE, HINTS, PLACE, TABLES, DISK_SPACE, PARTITIONS];

/** Returns the beans of a pattern with these values in place of the first wildcards: those of one keyspace, or that of one table. */
export function only<Attribute extends string, Operation extends string>(
  { name, ...rest }: Bean<Attribute, Operation>,
  ...values: readonly string[]
): Bean<Attribute, Operation> {
  return { name: values.reduce((pattern, value) => pattern.replace("*", () => value), name), ...rest };
}
