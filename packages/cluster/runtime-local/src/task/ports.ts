import { ReeveError } from "@reeve/contract";
import type { PortAsked } from "@reeve/orchestrator/runtime";
import { parseNodeId } from "@reeve/scheduler-models";
import { isPortFree, isPortFreeNow, type Where } from "./free-port.ts";
import { endpointsOf, type PortLedger } from "./port-ledger.ts";

export interface PortsOptions {
  readonly range: { readonly from: number; readonly to: number };
  readonly ledger: PortLedger;
  /** The owner of the ports in the ledger. */
  readonly owner: string;
  /** Returns a random number of at least 0 and less than 1. */
  readonly random: () => number;
}

/** The ports to choose for a node, and the address on which it listens. */
export interface PortRequest {
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /** The previous ports of the node, by name. */
  readonly had: Readonly<Record<string, number>>;
  readonly where: Where;
  /**
   * Whether the node's task is about to start. Ports are tested only then, because a test occupies a port for a moment. A task that begins
   * to listen in this moment would find its port taken.
   */
  readonly isStarting: boolean;
}

export interface ChosenPorts {
  /** Port numbers by name. */
  readonly ports: Readonly<Record<string, number>>;
  /** Fixed or previous ports that another program uses now. */
  readonly taken: readonly TakenPort[];
}

export interface TakenPort {
  readonly port: number;
  /** Describes the port in messages. */
  readonly what: string;
}

/**
 * Chooses the ports of a node. If the node shares its address with other nodes, each fixed port is increased by the node's index times the
 * number of fixed ports. A port that is not fixed is chosen once and kept as long as the node exists; if another program takes the port
 * meanwhile, the node waits.
 */
export async function choosePorts(request: PortRequest, options: PortsOptions): Promise<ChosenPorts> {
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
      if (request.isStarting && !(await isPortFree(requested.port, { ...where, random: options.random })))
        taken.push(requested);
    }
    return { ports, taken };
  } finally {
    // Releases ports that were tested but not chosen.
    options.ledger.keepOnly(options.owner, endpointsOf(where.host, ports));
  }
}

function claimFixed(
  { port, what }: TakenPort,
  used: readonly number[],
  { host }: Where,
  { ledger, owner }: PortsOptions,
): void {
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
  const isOurs = (port: number) =>
    !used.includes(port) && ledger.claim(owner, { host: where.host, port }) === undefined;
  const count = to - from + 1;
  // Starts at a random port, because another service that searches at the same time would otherwise choose the same port.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (isOurs(port) && (await isPortFreeNow(port, where))) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}
