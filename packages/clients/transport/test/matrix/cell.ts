import { createTransport } from "../../src/transport.ts";
import { requests } from "./requests.ts";

/** The number of attempts of a call. */
export const ATTEMPTS = 3;

/** The result of a call: a status, or the code of an error. */
export type Ending = string;

const WARM = { effect: "read", request: { method: "GET", path: "/warm", query: "" } } as const;

/** Sends a read, which the server answers so that a connection is kept, and then the request of a cell. */
export async function runCell(url: string, name: string, timeout = 1000): Promise<Ending> {
  const exchange = requests[name];
  if (!exchange) throw new Error(`there is no request "${name}"`);
  const clock = { now: Date.now, random: () => 0 };
  const options = { url, clock, timeout, totalTimeout: 4 * timeout, retries: ATTEMPTS - 1 };
  const transport = createTransport(options);
  try {
    await transport.send(WARM, { timeout: 30_000, totalTimeout: 60_000 });
    return String((await transport.send(exchange)).status);
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    await transport.close();
  }
}
