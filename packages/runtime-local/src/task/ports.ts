import { ReeveError } from "@reeve/contract";
import type { PortAsked } from "@reeve/orchestrator";
import { parseNodeId } from "@reeve/scheduler-models";
import { isPortFree, isPortFreeNow, type Where } from "./free-port.ts";
import { endpointsOf, type PortLedger } from "./port-ledger.ts";

export interface PortsOptions {
  readonly range: { readonly from: number; readonly to: number };
  readonly ledger: PortLedger;
  /** Who has the ports in the ledger. */
  readonly owner: string;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** Which ports are to be chosen, and where. */
export interface Wanted {
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /** What the node has had, by their names. */
  readonly had: Readonly<Record<string, number>>;
  readonly where: Where;
  /**
   * Whether its task is about to start: then it is found out which of its ports other programs have. To ask for a port is to take it for a moment, which
   * a task that is just starting must not meet.
   */
  readonly isStarting: boolean;
}

export interface ChosenPorts {
  /** By their names. */
  readonly ports: Readonly<Record<string, number>>;
  /** Those that have to be these, and that another program has. */
  readonly taken: readonly TakenPort[];
}

export interface TakenPort {
  readonly port: number;
  /** What it is, in words. */
  readonly what: string;
}

/**
 * Finds the ports of a node. One that is fixed is counted up by the number of the node, unless it has an address of its own. One that is to
 * be found stays what it was, as long as the node exists: where another program has it meanwhile, that is waited for.
 */
export async function choosePorts(wanted: Wanted, options: PortsOptions): Promise<ChosenPorts> {
  const { node, where } = wanted;
  const index = where.isOwn ? 0 : (parseNodeId(node)?.index ?? 0);
  const ports: Record<string, number> = {};
  const taken: TakenPort[] = [];
  try {
    for (const { name, port } of wanted.ports) {
      const used = Object.values(ports);
      const number = port === 0 ? keptPort(wanted.had[name], used, where, options) : port + index;
      if (number === undefined) {
        ports[name] = await findPort(used, where, options);
        continue;
      }
      const fixed = { port: number, what: `the port ${number} (${name}) of ${node}` };
      claimFixed(fixed, used, where, options);
      ports[name] = fixed.port;
      if (wanted.isStarting && !(await isPortFree(fixed.port, { ...where, random: options.random }))) taken.push(fixed);
    }
    return { ports, taken };
  } finally {
    // Those that were only looked at are anybody's again.
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

/** The port that a node had, unless another node has got it since. */
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
  // Not from the first on: a second service that looks at the same time would find the same.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (isOurs(port) && (await isPortFreeNow(port, where))) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}
