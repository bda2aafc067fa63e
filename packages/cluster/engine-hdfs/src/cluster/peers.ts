import type { Environment, NodeView } from "@reeve/orchestrator/engine";
import { type HdfsMembers, hasStableName, type PodType } from "./members.ts";

/** The port of failover controllers. If they share a host, the name node's number is added to the port. */
const FC_PORT = 8019;

/** Returns the addresses of the peers that a pod needs; a changed address restarts the pod, so it gets no others. */
export function peersOf(type: PodType, members: HdfsMembers): Environment {
  if (type === "coordinator") return coordinatorPeers(members);
  const stable = members.all(type).some(hasStableName) && { STABLE_NAMES: "true" };
  const everywhere = { ...namesOf(members), COORDINATORS: coordinatorsOf(members), ...stable };
  if (type === "data") return everywhere;
  const controllers = controllerPorts(members);
  if (type === "fc") return { ...everywhere, ...controllers, ...controllerHosts(members) };
  const journals = { ...everywhere, JOURNALS: addressesOf("journal", "journal-rpc", members).join(";") };
  return type === "journal" ? journals : { ...journals, ...controllers };
}

/** Returns the addresses (`host:port`) of all servers of the coordination service. */
export function coordinatorsOf(members: HdfsMembers): string {
  return addressesOf("coordinator", "coordinator", members).join(",");
}

/** Returns a failover controller's host: that of its name node, where the other one looks for it, but in pods its own. */
export function controllerHost(index: number, members: HdfsMembers): string {
  const controller = members.node("fc", index);
  const host = controller && hasStableName(controller) ? controller : members.node("name", index);
  if (!host) throw new Error(`there is no name-${index}`);
  return host.identity.host;
}

/** Returns the port of a name node's failover controller. */
export function controllerPort(index: number, members: HdfsMembers): number {
  const hosts = new Set(members.all("name").map(({ identity }) => identity.host));
  return hosts.size > 1 ? FC_PORT : FC_PORT + index;
}

function namesOf(members: HdfsMembers): Environment {
  const entries = members.all("name").flatMap((node): [string, string][] => [
    [`NAME_${node.index}_RPC`, at(node, "name-rpc")],
    [`NAME_${node.index}_HTTP`, at(node, "name-http")],
  ]);
  return Object.fromEntries(entries);
}

function controllerHosts(members: HdfsMembers): Environment {
  return Object.fromEntries(members.all("name").map(({ index }) => [`FC_${index}_HOST`, controllerHost(index, members)]));
}

function controllerPorts(members: HdfsMembers): Environment {
  return { FC_0_PORT: String(controllerPort(0, members)), FC_1_PORT: String(controllerPort(1, members)) };
}

function coordinatorPeers(members: HdfsMembers): Environment {
  const all = members.all("coordinator");
  if (all.length < 2) return {};
  return Object.fromEntries(
    all.map((node) => [
      `COORDINATOR_${node.index}_PEER`,
      `${at(node, "coordinator-peer")}:${node.identity.ports["coordinator-election"] ?? 0}`,
    ]),
  );
}

function addressesOf(type: PodType, port: string, members: HdfsMembers): readonly string[] {
  return members.all(type).map((node) => at(node, port));
}

function at({ identity }: NodeView, port: string): string {
  return `${identity.host}:${identity.ports[port] ?? 0}`;
}
