import { createTransport } from "../../src/transport.ts";
import { runCell } from "./cell.ts";
import { runRace } from "./race.ts";

/** A cell of the matrix, or a race with the number of its change. */
export type Work =
  | { readonly url: string; readonly request: string; readonly timeout: number; readonly warm: boolean }
  | { readonly url: string; readonly change: number };

const transports = new Map<string, ReturnType<typeof createTransport>>();

/** Runs a cell or a race on the platform on which this module was loaded. The races of a server share a transport. */
export async function runWork(work: Work): Promise<string | undefined> {
  if ("request" in work) return runCell(work.url, work.request, work.timeout, work.warm);
  const shared = transports.get(work.url) ?? createTransport({ url: work.url });
  transports.set(work.url, shared);
  await runRace(shared, work.change);
  return undefined;
}
