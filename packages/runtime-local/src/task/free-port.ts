import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds, at most, until it is asked once more. */
const ONCE_MORE = 50;

/**
 * Whether a port can be had. To ask is to listen for a moment: two services that ask at the same moment see each other, which is why a
 * port that seems to be taken is asked for once more.
 */
export async function isPortFree(port: number, where: Where & { readonly random: () => number }): Promise<boolean> {
  if (await isPortFreeNow(port, where)) return true;
  await sleep(5 + where.random() * ONCE_MORE);
  return isPortFreeNow(port, where);
}

export interface Where {
  readonly host: string;
  /** Whether it is an address of the node's own: then others may listen on the same port of theirs. */
  readonly isOwn: boolean;
}

/** Whether a port can be had at an address; one that is shared has to be free on all of them. */
export async function isPortFreeNow(port: number, { host, isOwn }: Where): Promise<boolean> {
  return (isOwn || (await canListen(port, undefined))) && canListen(port, host);
}

/** Whether this machine can listen on a port of an address; 0 is any. */
export function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
