import { setTimeout } from "node:timers/promises";
import type { Transport } from "../../src/options.ts";
import { answer, type Fault } from "./faults.ts";
import { startFaultServer } from "./server.ts";

/** What became of the changes of all races. */
export interface Races {
  readonly changes: number;
  /** How many changes reached the server. */
  readonly reached: number;
  /** How many changes reached the server more than once. */
  readonly repeated: number;
}

/** The longest time, in milliseconds, for which the server keeps an idle connection, and for which the client waits before a change. */
const IDLE = 3;

/** Runs races. `run` sends a read and, a moment later, the change with this number, while the server closes the connection of the read. */
export async function runRaces(
  changes: number,
  run: (url: string, change: number) => Promise<unknown>,
): Promise<Races> {
  const times = new Map<string, number>();
  const closeSoon: Fault = (socket, _, request) => {
    const [, change] = /^POST \/change\/(\d+) /.exec(request) ?? [];
    if (change !== undefined) times.set(change, (times.get(change) ?? 0) + 1);
    socket.write(answer("200 OK", "[]"));
    globalThis.setTimeout(() => socket.end(), Math.random() * IDLE);
  };
  await using server = await startFaultServer(closeSoon);
  let begun = 0;
  const lane = async () => {
    while (begun < changes) await run(server.url, begun++);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  const repeated = [...times.values()].filter((count) => count > 1).length;
  return { changes, reached: times.size, repeated };
}

/** The client's part of a race. Whether the change is answered is left to chance. */
export async function runRace(transport: Transport, change: number): Promise<void> {
  const read = { effect: "read", request: { method: "GET", path: "/read", query: "" } } as const;
  const made = { effect: "change", request: { method: "POST", path: `/change/${change}`, query: "" } } as const;
  await transport.send(read).catch(() => undefined);
  await setTimeout(Math.random() * IDLE);
  await transport.send(made).catch(() => undefined);
}
