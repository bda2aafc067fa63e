import { ReeveError } from "@reeve/contract";
import { type LaunchRequest, portsAsked } from "@reeve/orchestrator";
import { parseNodeId } from "@reeve/scheduler-models";
import { isPortFree, isPortFreeNow } from "./free-port.ts";
import type { PortLedger } from "./port-ledger.ts";

export interface PortsOptions {
  readonly address: string;
  readonly range: { readonly from: number; readonly to: number };
  readonly ledger: PortLedger;
  /** Who has the ports in the ledger. */
  readonly owner: string;
  /** At least 0, less than 1. */
  readonly random: () => number;
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
 * Finds the ports of a task. One that is fixed is counted up by the number of its node, for all nodes share this machine. One that is to
 * be found stays what it was, as long as the node exists: where another program has it meanwhile, that is waited for.
 */
export async function choosePorts(
  { node, resources, ports: before }: LaunchRequest,
  options: PortsOptions,
): Promise<ChosenPorts> {
  const index = parseNodeId(node)?.index ?? 0;
  const ports: Record<string, number> = {};
  const taken: TakenPort[] = [];
  try {
    for (const { name, port } of portsAsked(resources)) {
      const used = Object.values(ports);
      const wanted = port === 0 ? keptPort(before[name], used, options) : port + index;
      if (wanted === undefined) {
        ports[name] = await findPort(used, options);
        continue;
      }
      const fixed = { port: wanted, what: `the port ${wanted} (${name}) of ${node}` };
      claimFixed(fixed, used, options);
      ports[name] = fixed.port;
      if (!(await isPortFree(fixed.port, options))) taken.push(fixed);
    }
    return { ports, taken };
  } finally {
    // Those that were only looked at are anybody's again.
    options.ledger.keepOnly(options.owner, Object.values(ports));
  }
}

function claimFixed({ port, what }: TakenPort, used: readonly number[], { ledger, owner }: PortsOptions): void {
  if (used.includes(port)) throw new ReeveError("bad-input", `${what} is given twice in its definition`);
  const other = ledger.claim(owner, port);
  if (other !== undefined)
    throw new ReeveError("conflict", `${what} is the port of ${other}; choose another port in the definition`);
}

/** The port that a node had, unless another node has got it since. */
function keptPort(
  before: number | undefined,
  used: readonly number[],
  { ledger, owner }: PortsOptions,
): number | undefined {
  if (before === undefined || used.includes(before)) return undefined;
  return ledger.claim(owner, before) === undefined ? before : undefined;
}

async function findPort(used: readonly number[], options: PortsOptions): Promise<number> {
  const {
    address,
    range: { from, to },
    ledger,
    owner,
    random,
  } = options;
  const isOurs = (port: number) => !used.includes(port) && ledger.claim(owner, port) === undefined;
  const count = to - from + 1;
  // Not from the first on: a second service that looks at the same time would find the same.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (isOurs(port) && (await isPortFreeNow(port, address))) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}
