import type { Identity, NodeToIdentify } from "@reeve/orchestrator/runtime";
import { canListen, choosePorts, isPortFreeNow, type PortsOptions, type Where } from "./ports.ts";

export interface IdentitiesOptions extends Omit<PortsOptions, "owner"> {
  /** The address that nodes share unless they have their own. */
  readonly address: string;
  ownerOf(node: string): string;
}

/** Determines a node's address and ports. The address is its own if it asks for one and the machine has some, otherwise shared. */
export async function localIdentityOf(node: NodeToIdentify, options: IdentitiesOptions): Promise<Identity> {
  const owner = options.ownerOf(node.node);
  const where = await placeOf(node, owner, options);
  const had = node.had?.host === where.host ? node.had.ports : {};
  const wanted = { node: node.node, ports: node.ports, had, where, isStarting: false };
  const { ports } = await choosePorts(wanted, { ...options, owner });
  return { host: where.host, ports };
}

/** The address at which a node with this identity listens. */
export function whereOf(host: string, address: string): Where {
  return host === "" || host === address ? { host: address, isOwn: false } : { host, isOwn: true };
}

async function placeOf(
  { ownAddress, had, ports }: NodeToIdentify,
  owner: string,
  { address, ledger, random }: IdentitiesOptions,
): Promise<Where> {
  const shared: Where = { host: address, isOwn: false };
  if (!ownAddress) return shared;
  if (had && had.host !== address && isLoopback(had.host)) return { host: had.host, isOwn: true };
  const fixed = ports.flatMap(({ port }) => (port === 0 ? [] : [port]));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const host = loopback(random);
    if (host === address || ledger.isOthers(owner, host)) continue;
    // On some systems 127.0.0.1 is the only loopback address that can be listened on.
    if (!(await canListen(0, host))) return shared;
    const where: Where = { host, isOwn: true };
    const free = await Promise.all(fixed.map((port) => isPortFreeNow(port, where)));
    if (free.every(Boolean)) return where;
  }
  return shared;
}

const ATTEMPTS = 20;

/** A random address from 127.1.0.1 on, because users and other programs use addresses that begin with 127.0. */
function loopback(random: () => number): string {
  const byte = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return `127.${byte(1, 254)}.${byte(0, 255)}.${byte(1, 254)}`;
}

function isLoopback(host: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(host);
}
