import { type HostPort, hostPort } from "../typed/host-port.ts";
import { list } from "../typed/list.ts";
import type { Values } from "../values.ts";

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
    nameNodes: nameNodes.map((node) => nameNode(values, id, node)),
    failoverProxyProvider: values.get(`dfs.client.failover.proxy.provider.${id}`),
  };
}

function nameNode(values: Values, service: string, id: string): NameNode {
  const suffix = `${service}.${id}`;
  return {
    id,
    rpcAddress: hostPort(values, `dfs.namenode.rpc-address.${suffix}`),
    rpcBindHost: values.get(`dfs.namenode.rpc-bind-host.${suffix}`),
    httpAddress: hostPort(values, `dfs.namenode.http-address.${suffix}`),
    httpBindHost: values.get(`dfs.namenode.http-bind-host.${suffix}`),
  };
}
