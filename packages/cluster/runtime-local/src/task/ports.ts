import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import type { Address, PortAsked } from "@reeve/orchestrator/runtime";
import { parseNodeId } from "@reeve/scheduler-models";
import type { Listener, Platform } from "../process/platform.ts";
import { type WaitDetails, waitWhile } from "./waits.ts";

export interface PortsOptions {
  readonly range: { readonly from: number; readonly to: number };
  readonly ledger: PortLedger;
  /** The owner of the ports in the ledger. */
  readonly owner: string;
  /** Returns a random number of at least 0 and less than 1. */
  readonly random: () => number;
}

/** The ports to choose for a node, and the address on which it listens. */
interface PortRequest {
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /** The previous ports of the node, by name. */
  readonly had: Readonly<Record<string, number>>;
  readonly where: Where;
  /** Whether the task is about to start. Only then are ports tested, because a test occupies a port for a moment. */
  readonly isStarting: boolean;
}

export interface TakenPort {
  readonly port: number;
  /** Describes the port in messages. */
  readonly what: string;
}

/**
 * Chooses the ports of a node, and tells which of them another program has `taken`, so that the node waits. If the node shares its address
 * with other nodes, each fixed port is increased by the node's index times the number of fixed ports. A port that is not fixed is chosen
 * once and kept as long as the node exists.
 */
export async function choosePorts(request: PortRequest, options: PortsOptions) {
  const { node, where } = request;
  const fixed = request.ports.filter(({ port }) => port !== 0).length;
  // The number to add to each fixed port, so that the fixed ports of the nodes before this node stay free.
  const ahead = where.isOwn ? 0 : (parseNodeId(node)?.index ?? 0) * fixed;
  const ports: Record<string, number> = {};
  const taken: TakenPort[] = [];
  try {
    for (const { name, port } of request.ports) {
      const used = Object.values(ports);
      const number = port === 0 ? keptPort(request.had[name], used, where, options) : port + ahead;
      if (number === undefined) {
        ports[name] = await findPort(used, where, options);
        continue;
      }
      const requested = { port: number, what: `the port ${number} (${name}) of ${node}` };
      claimFixed(requested, used, where, options);
      ports[name] = requested.port;
      if (request.isStarting && !(await isPortFree(requested.port, { ...where, random: options.random }))) taken.push(requested);
    }
    return { ports, taken };
  } finally {
    // Releases ports that were tested but not chosen.
    options.ledger.keepOnly(options.owner, endpointsOf(where.host, ports));
  }
}

function claimFixed({ port, what }: TakenPort, used: readonly number[], { host }: Where, { ledger, owner }: PortsOptions): void {
  if (used.includes(port)) throw new ReeveError("bad-input", `${what} is given twice in the definition`);
  const other = ledger.claim(owner, { host, port });
  if (other !== undefined)
    throw new ReeveError("conflict", `${what} is already the port of ${other}; choose another port in the definition`);
}

/** The previous port of a node, unless another node has it now. */
function keptPort(
  before: number | undefined,
  used: readonly number[],
  { host }: Where,
  { ledger, owner }: PortsOptions,
): number | undefined {
  if (before === undefined || used.includes(before)) return undefined;
  return ledger.claim(owner, { host, port: before }) === undefined ? before : undefined;
}

async function findPort(
  used: readonly number[],
  where: Where,
  { range: { from, to }, ledger, owner, random }: PortsOptions,
): Promise<number> {
  const isOurs = (port: number) => !used.includes(port) && ledger.claim(owner, { host: where.host, port }) === undefined;
  const count = to - from + 1;
  // Starts at a random port, because another service that searches at the same time would otherwise choose the same port.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (isOurs(port) && (await isPortFreeNow(port, where))) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}

/** The maximum delay in milliseconds before a port is tested again. */
const ONCE_MORE = 50;

/** Tests whether a port is free by listening for a moment; twice, because a test of another service makes it seem taken. */
async function isPortFree(port: number, where: Where & { readonly random: () => number }): Promise<boolean> {
  if (await isPortFreeNow(port, where)) return true;
  await sleep(5 + where.random() * ONCE_MORE);
  return isPortFreeNow(port, where);
}

export interface Where {
  readonly host: string;
  /** Whether the address belongs to the node alone, so that other nodes may use the same port at their addresses. */
  readonly isOwn: boolean;
}

/** Whether a port is free at an address. A port of the shared address must be free on all addresses. */
export async function isPortFreeNow(port: number, { host, isOwn }: Where): Promise<boolean> {
  return (isOwn || (await canListen(port, undefined))) && canListen(port, host);
}

/** Whether this machine can listen on a port of an address; 0 means any port. */
export function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export type PortLedger = ReturnType<typeof createPortLedger>;

/** Records which node owns which port of which address on this machine, even while the node does not listen there. */
export function createPortLedger() {
  const owners = new Map<string, { readonly owner: string; readonly host: string }>();
  const keyOf = ({ host, port }: Address) => `${host} ${port}`;
  return {
    /** Assigns a port to an owner. If another owner has the port, returns the name of that owner. */
    claim(owner: string, endpoint: Address): string | undefined {
      const other = owners.get(keyOf(endpoint))?.owner;
      if (other !== undefined && other !== owner) return other;
      owners.set(keyOf(endpoint), { owner, host: endpoint.host });
      return undefined;
    },
    /** Releases all ports of an owner except the given ones. */
    keepOnly(owner: string, endpoints: readonly Address[]): void {
      const kept = new Set(endpoints.map(keyOf));
      for (const [key, other] of owners) if (other.owner === owner && !kept.has(key)) owners.delete(key);
      for (const endpoint of endpoints) owners.set(keyOf(endpoint), { owner, host: endpoint.host });
    },
    /** Whether another owner has a port at an address. */
    isOthers: (owner: string, host: string) => [...owners.values()].some((each) => each.host === host && each.owner !== owner),
  };
}

/** All ports of a node, each with the node's address. */
export function endpointsOf(host: string, ports: Readonly<Record<string, number>>): readonly Address[] {
  return Object.values(ports).map((port) => ({ host, port }));
}

interface AwaitPortsOptions extends WaitDetails {
  readonly where: Where;
  readonly random: () => number;
  readonly platform: Platform;
}

const POLL_INTERVAL = 500;

/** Waits until other programs have released the ports of a node. */
export async function awaitPorts(taken: readonly TakenPort[], options: AwaitPortsOptions): Promise<void> {
  const { platform, where, random } = options;
  for (const each of taken) {
    const why = async () => {
      // The system is asked for the listener first, because binding the port as a test would occupy it for a moment.
      const holder = await platform.listenerOn(each.port, where.isOwn ? where.host : undefined);
      return !holder && (await isPortFree(each.port, { ...where, random })) ? undefined : inUse(each, holder);
    };
    await waitWhile(why, POLL_INTERVAL, options);
  }
}

function inUse({ what }: TakenPort, holder: Listener | undefined): string {
  const { pid, name, user } = holder ?? {};
  const program = pid === undefined ? "another program" : `the process ${pid} (${name})`;
  const who = user === undefined ? program : `${program} of the user ${user}`;
  return `${what} is in use by ${who}; end that program, or choose another port in the definition`;
}
