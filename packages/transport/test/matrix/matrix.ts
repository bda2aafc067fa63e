import { ATTEMPTS, type Ending } from "./cell.ts";
import { endless, faults } from "./faults.ts";
import { requests } from "./requests.ts";
import { startFaultServer } from "./server.ts";

/** A fault and a request: how often the request reached the server, how often it may, and how the call ended. */
export interface Cell {
  readonly fault: string;
  readonly request: string;
  readonly reached: number;
  readonly allowed: number;
  readonly ending: Ending;
}

/**
 * Runs the whole matrix. `run` sends the named request to the given server with a timeout in milliseconds for each attempt. `reads` is how
 * often a read may reach the server.
 */
export function runMatrix(
  run: (url: string, request: string, timeout: number) => Promise<Ending>,
  reads: number = ATTEMPTS,
): Promise<readonly Cell[]> {
  const cells = Object.entries(faults).flatMap(([fault, does]) =>
    Object.entries(requests).map(async ([request, { effect }]): Promise<Cell> => {
      await using server = await startFaultServer(does);
      const ending = await run(server.url, request, endless.has(fault) ? SHORT : LONG);
      return { fault, request, reached: server.reached(), allowed: effect === "read" ? reads : 1, ending };
    }),
  );
  return Promise.all(cells);
}

/** Long enough for a busy machine. Faults that only a timeout ends get a shorter one. */
const LONG = 15_000;
const SHORT = 1000;
