import { ReeveError } from "@reeve/contract";
import type { PortAsked } from "@reeve/orchestrator";
import { parseNodeId } from "@reeve/scheduler-models";
import { isPortFree, isPortFreeNow, type Where } from "./free-port.ts";
import { endpointsOf, type PortLedger } from "./port-ledger.ts";

export interface PortsOptions {
  readonly range: { readonly from: number; readonly to: number };
  readonly ledger: PortLedger;
  /** The owner of the ports in the ledger. */
  readonly owner: string;
  /** A random number of at least 0 and less than 1. */
  readonly random: () => number;
}

/** Which ports to choose, and where. */
export interface PortRequest {
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /** The ports that the node has had, by name. */
  readonly had: Readonly<Record<string, number>>;
  readonly where: Where;
  /**
   * Whether its task is about to start. Only then its ports are tried, because trying takes a port for a moment, and a task that is just
   * starting would find it taken.
   */
  readonly isStarting: boolean;
}

export interface ChosenPorts {
  /** By name. */
  readonly ports: Readonly<Record<string, number>>;
  /** Fixed ports that another program has. */
  readonly taken: readonly TakenPort[];
}

export interface TakenPort {
  readonly port: number;
  /** The port in words. */
  readonly what: string;
}

/**
 * Chooses the ports of a node. A fixed port counts up with the node's number, by as many as each node has, unless the node has its own
 * address. An open port is chosen once and stays as long as the node exists: where another program takes it meanwhile, the node waits.
 */
export async function choosePorts(request: PortRequest, options: PortsOptions): Promise<ChosenPorts> {
  const { node, where } = request;
  const fixed = request.ports.filter(({ port }) => port !== 0).length;
  // Nodes with several fixed ports leave each other room for all of them.
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
      const asked = { port: number, what: `the port ${number} (${name}) of ${node}` };
      claimFixed(asked, used, where, options);
      ports[name] = asked.port;
      if (request.isStarting && !(await isPortFree(asked.port, { ...where, random: options.random })))
        taken.push(asked);
    }
    return { ports, taken };
  } finally {
    // Ports that were only tried are released again.
    options.ledger.keepOnly(options.owner, endpointsOf(where.host, ports));
  }
}

function claimFixed(
  { port, what }: TakenPort,
  used: readonly number[],
  { host }: Where,
  { ledger, owner }: PortsOptions,
): void {
  if (used.includes(port)) throw new ReeveError("bad-input", `${what} is given twice in its definition`);
  const other = ledger.claim(owner, { host, port });
  if (other !== undefined)
    throw new ReeveError("conflict", `${what} is the port of ${other}; choose another port in the definition`);
}

/** The port that a node had, unless another node has it now. */
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
  const isOurs = (port: number) =>
    !used.includes(port) && ledger.claim(owner, { host: where.host, port }) === undefined;
  const count = to - from + 1;
  // Starts at a random port, because a second service that searches at the same time would choose the same.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (isOurs(port) && (await isPortFreeNow(port, where))) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}
