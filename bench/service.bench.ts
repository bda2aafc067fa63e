import { type Load, openLoad } from "./load.ts";
import type { Measure } from "./measure.ts";
import { startServers } from "./service-process.ts";

const servers = await startServers();
const open = (port: number, connections: number) => openLoad(port, connections, servers.list, servers.token);

/** For each number of connections, connections to all compared servers. */
const crowds = await Promise.all(
  [1, 32, 512].map(async (connections) => ({
    connections,
    reeve: await open(servers.reeve, connections),
    bare: await open(servers.bare, connections),
    framework: await open(servers.framework, connections),
  })),
);

const BARE = "node:http, same check, same list";
const FRAMEWORK = "fastify, same check, same list";

export const measures: readonly Measure[] = crowds.flatMap(({ connections, reeve, bare, framework }) => {
  const name = `an unchanged list, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  const comparisons = [
    { against: BARE, floor: bare, promise: 1.1 },
    { against: FRAMEWORK, floor: framework, promise: 1 },
  ];
  return comparisons.flatMap(({ against, floor, promise }): Measure[] => [
    { name, against, ...(connections === 32 && { goal: promise, isFelt: true }), subject: times(reeve), floor: times(floor) },
    ...(connections === 1 ? [] : [{ name: `${name}, 99th percentile`, against, rounds: 15, sample: tails(reeve, floor) }]),
  ]);
});

/** Sends enough requests that every connection takes part. */
function times(load: Load) {
  return () => load.run(1024);
}

/** The 99th percentiles of the latency. */
function tails(ours: Load, theirs: Load) {
  const slowest = async (load: Load) => {
    const answered = (await load.run(8192)).toSorted((a, b) => a - b);
    return (answered[Math.floor(answered.length * 0.99)] ?? Number.NaN) * 1000;
  };
  return async () => ({ subject: await slowest(ours), floor: await slowest(theirs) });
}

export function close(): void {
  for (const { reeve, bare, framework } of crowds) for (const load of [reeve, bare, framework]) load.close();
  servers[Symbol.dispose]();
}
