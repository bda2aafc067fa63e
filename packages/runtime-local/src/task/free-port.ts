import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds, at most, until it is asked once more. */
const ONCE_MORE = 50;

/**
 * Whether a port can be had. To ask is to listen for a moment: two services that ask at the same moment see each other, which is why a
 * port that seems to be taken is asked for once more.
 */
export async function isPortFree(
  port: number,
  { address, random }: { readonly address: string; readonly random: () => number },
): Promise<boolean> {
  if (await isPortFreeNow(port, address)) return true;
  await sleep(5 + random() * ONCE_MORE);
  return isPortFreeNow(port, address);
}

/** Whether nobody listens on a port, at one address or on all of them. */
export async function isPortFreeNow(port: number, address: string): Promise<boolean> {
  return (await canListen(port, undefined)) && canListen(port, address);
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
