import { createServer } from "node:net";
import { ReeveError } from "@reeve/contract";
import { type LaunchRequest, portsAsked } from "@reeve/orchestrator";
import { parseNodeId } from "@reeve/scheduler-models";
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

/**
 * Finds the ports of a task. One that is fixed is counted up by the number of its node, for all nodes share this machine. One that is to
 * be found stays what it was, unless some other program has it meanwhile.
 */
export async function choosePorts(
  { node, resources, on }: LaunchRequest,
  options: PortsOptions,
): Promise<Readonly<Record<string, number>>> {
  const index = parseNodeId(node)?.index ?? 0;
  const chosen: Record<string, number> = {};
  try {
    for (const { name, port } of portsAsked(resources)) {
      const used = Object.values(chosen);
      chosen[name] =
        port === 0
          ? await findPort(on?.ports[name], used, options)
          : await fixedPort(port + index, `the port ${port + index} (${name}) of ${node}`, used, options);
    }
    return chosen;
  } finally {
    // Those that were only looked at are anybody's again.
    options.ledger.keepOnly(options.owner, Object.values(chosen));
  }
}

async function fixedPort(
  port: number,
  what: string,
  used: readonly number[],
  { address, ledger, owner }: PortsOptions,
): Promise<number> {
  if (used.includes(port)) throw new ReeveError("bad-input", `${what} is given twice in its definition`);
  const other = ledger.claim(owner, port);
  if (other !== undefined)
    throw new ReeveError("conflict", `${what} is the port of ${other}; choose another port in the definition`);
  if (await isFree(port, address)) return port;
  throw new ReeveError(
    "conflict",
    `${what} is in use by another program; end that program, or choose another port in the definition`,
  );
}

async function findPort(
  before: number | undefined,
  used: readonly number[],
  { address, range: { from, to }, ledger, owner, random }: PortsOptions,
): Promise<number> {
  const fits = async (port: number) =>
    !used.includes(port) && ledger.claim(owner, port) === undefined && (await isFree(port, address));
  if (before !== undefined && (await fits(before))) return before;
  const count = to - from + 1;
  // Not from the first on: a second service that looks at the same time would find the same.
  const first = Math.floor(random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + ((first + step) % count);
    if (await fits(port)) return port;
  }
  throw new ReeveError("conflict", `every port from ${from} to ${to} is in use; end other programs`);
}

/** Whether nobody listens on a port, at one address or on all of them. */
async function isFree(port: number, address: string): Promise<boolean> {
  return (await canListen(port, undefined)) && canListen(port, address);
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
