/** One promise about speed: what we do, and the floor that it is held against, side by side in one run. */
export interface Measure {
  readonly name: string;
  /** What the floor is, in words. */
  readonly against: string;
  /** The ratio that is promised; without one the figure is only shown. */
  readonly goal?: number;
  readonly subject: () => unknown;
  readonly floor: () => unknown;
}

export interface Figure {
  readonly name: string;
  readonly against: string;
  readonly goal?: number;
  /** Median over all rounds of subject time / floor time within the round. */
  readonly ratio: number;
  /** The ratio's quartiles: how much the machine wavered. */
  readonly spread: readonly [number, number];
  readonly subjectMicroseconds: number;
  readonly floorMicroseconds: number;
}

/** Many rounds, because a machine that does other things besides wavers; fewer for what takes long. */
const ROUNDS = 151;
const FEWEST_ROUNDS = 11;
const ENOUGH_MILLISECONDS = 20_000;
const BATCH_MILLISECONDS = 10;

/** Runs subject and floor in turn, so that a slow moment of the machine meets both. */
export async function measure({ name, against, goal, subject, floor }: Measure): Promise<Figure> {
  const subjectBatch = await batchSize(subject);
  const floorBatch = await batchSize(floor);
  const rounds: { subject: number; floor: number }[] = [];
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    if (round >= FEWEST_ROUNDS && performance.now() - begun > ENOUGH_MILLISECONDS) break;
    // Whoever goes second finds warmer caches or a fuller heap: take turns.
    if (round % 2 === 0) {
      const first = await time(subject, subjectBatch);
      rounds.push({ subject: first, floor: await time(floor, floorBatch) });
    } else {
      const first = await time(floor, floorBatch);
      rounds.push({ floor: first, subject: await time(subject, subjectBatch) });
    }
  }
  const ratios = rounds.map((round) => round.subject / round.floor);
  return {
    name,
    against,
    ...(goal === undefined ? {} : { goal }),
    ratio: quantile(ratios, 0.5),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    subjectMicroseconds: quantile(
      rounds.map((round) => round.subject),
      0.5,
    ),
    floorMicroseconds: quantile(
      rounds.map((round) => round.floor),
      0.5,
    ),
  };
}

/** Microseconds for one call, averaged over a batch. */
async function time(work: () => unknown, batch: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < batch; call++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - start) * 1000) / batch;
}

/** So many calls that a batch is long enough for the clock; finding it out warms the code as well. */
async function batchSize(work: () => unknown): Promise<number> {
  let batch = 1;
  for (;;) {
    const milliseconds = ((await time(work, batch)) * batch) / 1000;
    if (milliseconds >= BATCH_MILLISECONDS) return batch;
    batch = Math.max(batch * 2, Math.ceil((batch * BATCH_MILLISECONDS) / Math.max(milliseconds, 0.01)));
  }
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}
