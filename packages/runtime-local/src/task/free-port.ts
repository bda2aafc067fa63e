import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds, at most, until a port is tried again. */
const ONCE_MORE = 50;

/**
 * Whether a port is free, tried by listening for a moment. Two services that try at the same moment see each other, so a port that seems
 * taken is tried once more.
 */
export async function isPortFree(port: number, where: Where & { readonly random: () => number }): Promise<boolean> {
  if (await isPortFreeNow(port, where)) return true;
  await sleep(5 + where.random() * ONCE_MORE);
  return isPortFreeNow(port, where);
}

export interface Where {
  readonly host: string;
  /** Whether the address is the node's own: then others may listen on the same port of theirs. */
  readonly isOwn: boolean;
}

/** Whether a port is free at an address; at the shared address it has to be free on all addresses. */
export async function isPortFreeNow(port: number, { host, isOwn }: Where): Promise<boolean> {
  return (isOwn || (await canListen(port, undefined))) && canListen(port, host);
}

/** Whether this machine can listen on a port of an address; 0 is any port. */
export function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
