import { isTried, type Sampled } from "./measure.ts";

/** Work with a whole cluster, which the service and a script do in turn. */
export interface ClusterWork<Program> extends Omit<Sampled, "sample"> {
  /** Returns the figure. `started` is the time in seconds that the start of the cluster took. */
  readonly work: (program: Program, started: number) => number | Promise<number>;
}

/** How to start a cluster with the service and with the script. */
export interface Starts<Program> {
  readonly service: () => Promise<Program>;
  readonly script: () => Promise<Program>;
}

/**
 * Makes measures whose clusters run one after the other, so that they do not disturb each other. Each work gets a new cluster, except when
 * measures are only tried: starting takes longest, so all works then get the same cluster.
 */
export function clusterMeasures<Program extends { end(): Promise<void> }>(
  works: readonly ClusterWork<Program>[],
  { service, script }: Starts<Program>,
): readonly Sampled[] {
  const measured = (measure: ClusterWork<Program>, done: readonly ClusterWork<Program>[] = [measure]): Sampled => ({
    ...measure,
    sample: async () => ({ subject: await inCluster(service, done), floor: await inCluster(script, done) }),
  });
  const [first] = works;
  if (!isTried || !first) return works.map((work) => measured(work));
  return [measured({ ...first, name: works.map(({ name }) => name).join(", ") }, works)];
}

async function inCluster<Program extends { end(): Promise<void> }>(
  start: () => Promise<Program>,
  works: readonly ClusterWork<Program>[],
): Promise<number> {
  const begun = performance.now();
  const program = await start();
  const started = (performance.now() - begun) / 1000;
  let figure = started;
  try {
    for (const { work } of works) figure = await work(program, started);
  } finally {
    await program.end();
  }
  return figure;
}

/** How long work takes, in seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
