import { ATTEMPTS, type Ending } from "./cell.ts";
import { endless, faults } from "./faults.ts";
import { requests } from "./requests.ts";
import { startFaultServer } from "./server.ts";

/** A fault and a request: how often the request reached the server, how often it was allowed to, and how the call ended. */
export interface Cell {
  readonly fault: string;
  readonly request: string;
  readonly reached: number;
  readonly allowed: number;
  readonly ending: Ending;
}

/**
 * Runs the whole matrix. `run` sends the named request to the given server, with a timeout in milliseconds for each attempt. `allowed` is
 * how often a read and a change may reach the server.
 */
export async function runMatrix(
  run: (url: string, request: string, timeout: number) => Promise<Ending>,
  allowed: { readonly reads: number; readonly changes: number } = { reads: ATTEMPTS, changes: 1 },
): Promise<readonly Cell[]> {
  const pairs = Object.entries(faults).flatMap(([fault, does]) =>
    Object.entries(requests).map(([request, { effect }]) => ({ fault, does, request, effect })),
  );
  const cells: Cell[] = [];
  let begun = 0;
  const lane = async () => {
    for (let index = begun++; index < pairs.length; index = begun++) {
      const pair = pairs[index];
      if (!pair) return;
      const { fault, does, request, effect } = pair;
      await using server = await startFaultServer(does);
      const ending = await run(server.url, request, endless.has(fault) ? SHORT : LONG);
      const most = effect === "read" ? allowed.reads : allowed.changes;
      cells[index] = { fault, request, reached: server.reached(), allowed: most, ending };
    }
  };
  // Not all at once, because platforms keep a bounded number of connections open.
  await Promise.all(Array.from({ length: 16 }, lane));
  return cells;
}

/** Timeouts of an attempt in milliseconds: `LONG` suits a busy machine, and `SHORT` is for faults that only a timeout ends. */
const LONG = 15_000;
const SHORT = 1000;
