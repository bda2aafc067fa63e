import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The maximum delay in milliseconds before a port is tested again. */
const ONCE_MORE = 50;

/**
 * Tests whether a port is free by listening for a moment. If two services test at the same moment, both find the port taken, so a port that
 * seems taken is tested once more.
 */
export async function isPortFree(port: number, where: Where & { readonly random: () => number }): Promise<boolean> {
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
