import { answer, type Fault } from "./faults.ts";
import { IDLE } from "./race.ts";
import { startFaultServer } from "./server.ts";

/** What became of the changes of all races. */
export interface Races {
  readonly changes: number;
  /** How many changes reached the server. */
  readonly reached: number;
  /** How many changes reached the server more than once. */
  readonly repeated: number;
}

/** Runs races. `run` sends a read and, a moment later, the change with this number, while the server closes the connection of the read. */
export async function runRaces(changes: number, run: (url: string, change: number) => Promise<unknown>): Promise<Races> {
  const times = new Map<string, number>();
  const closeSoon: Fault = (socket, _, request) => {
    const [, change] = /^POST \/change\/(\d+) /.exec(request) ?? [];
    if (change !== undefined) times.set(change, (times.get(change) ?? 0) + 1);
    socket.write(answer("200 OK", "[]"));
    setTimeout(() => socket.end(), Math.random() * IDLE);
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
