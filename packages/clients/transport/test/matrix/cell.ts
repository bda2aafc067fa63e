import type { Transport } from "../../src/options.ts";
import { createTransport } from "../../src/transport.ts";
import { requests } from "./requests.ts";

/** The number of attempts of a call. */
export const ATTEMPTS = 3;

/** The result of a call: a status, or the code of an error. */
export type Ending = string;

const WARM = { effect: "read", request: { method: "GET", path: "/warm", query: "" } } as const;

/** Sends the request of a cell; if `warm`, after a read, which the server answers so that its connection is kept. */
export async function runCell(url: string, name: string, timeout = 1000, warm = true): Promise<Ending> {
  const exchange = requests[name];
  if (!exchange) throw new Error(`there is no request "${name}"`);
  const clock = { now: Date.now, random: () => 0 };
  const options = { url, clock, timeout, totalTimeout: 4 * timeout, retries: ATTEMPTS - 1 };
  const transport = createTransport(options);
  try {
    if (warm) await keepConnection(transport);
    return String((await transport.send(exchange)).status);
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await transport.close();
  }
}

/** Sends reads until one goes over the connection of an earlier one. The platform then has a connection for the next request. */
async function keepConnection(transport: Transport): Promise<void> {
  for (let reads = 0; reads < 100; reads++) {
    const { body } = await transport.send(WARM, { timeout: 30_000, totalTimeout: 60_000 });
    // The platform keeps a connection only after a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    if (Array.isArray(body) && body.length > 0) return;
  }
  throw new Error("no connection was kept open");
}
