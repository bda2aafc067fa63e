/** A promised speed: a subject and the floor to compare it with, measured alternately in one run. */
export type Measure = Timed | Sampled;

export interface Promised {
  readonly name: string;
  /** A description of the floor. */
  readonly against: string;
  /** The promised ratio; without a promise the ratio is only shown. */
  readonly goal?: number;
  /** Set if users wait for it, so that the page about speed promises it. */
  readonly isFelt?: boolean;
  /** Why the measure cannot be taken on this machine; undefined if it can. */
  readonly needs?: () => Promise<string | undefined>;
  /** The kind of item and its number, for measurements that differ only in this number. */
  readonly size?: { readonly of: string; readonly count: number };
}

/** A measurement that calls functions again and again. */
interface Timed extends Promised {
  readonly subject: () => unknown;
  readonly floor: () => unknown;
}

/** A measurement that takes its own samples, for example of a tail latency, a rollout or memory. */
export interface Sampled extends Promised {
  readonly rounds: number;
  readonly sample: () => Promise<Round>;
  /** The unit of subject and floor (default: microseconds). */
  readonly unit?: string;
}

interface Round {
  readonly subject: number;
  readonly floor: number;
}

export interface Figure extends Promised {
  /** The median of subject / floor over all rounds. */
  readonly ratio: number;
  /** The 95 % confidence interval of the median ratio. */
  readonly interval: readonly [number, number];
  /** The medians of subject and floor, in `unit`. */
  readonly subject: number;
  readonly floor: number;
  readonly unit: string;
  readonly rounds: number;
}

/** The number of rounds. It is large because a busy machine disturbs the figures; long measurements have fewer rounds. */
const ROUNDS = 151;
const MIN_ROUNDS = 11;
const ENOUGH_MILLISECONDS = 20_000;
const BATCH_MILLISECONDS = 10;

/** Whether the measures of this process only run once, to see that they work. Those of real engines then have less to do. */
export const isTried = process.argv[2] === "tried";

/** Runs subject and floor once, to see that they work. */
export async function tryOnce(measured: Measure): Promise<void> {
  if ("sample" in measured) await measured.sample();
  else {
    await measured.subject();
    await measured.floor();
  }
}

/**
 * With `within`, a measurement ends as soon as it is certain whether its ratio is within that factor of its goal. A measurement without a
 * goal then ends at once.
 */
export async function measure(measured: Measure, within?: number): Promise<Figure> {
  const { name, against, goal, isFelt, size } = measured;
  const isSure = (rounds: readonly Round[]) => {
    if (within === undefined || goal === undefined) return within !== undefined;
    const [low, high] = intervalOf(rounds);
    return high < goal * within || low > goal * within;
  };
  const rounds = "sample" in measured ? await samples(measured) : await turns(measured, isSure);
  return {
    name,
    against,
    ...(goal !== undefined && { goal }),
    ...(isFelt && { isFelt }),
    ...(size !== undefined && { size }),
    ratio: quantile(ratiosOf(rounds), 0.5),
    interval: intervalOf(rounds),
    subject: median(rounds.map(({ subject }) => subject)),
    floor: median(rounds.map(({ floor }) => floor)),
    unit: ("sample" in measured ? measured.unit : undefined) ?? "µs",
    rounds: rounds.length,
  };
}

async function samples({ rounds, sample }: Sampled): Promise<readonly Round[]> {
  const taken: Round[] = [];
  while (taken.length < rounds) taken.push(await sample());
  return taken;
}

/** Runs subject and floor alternately, so that a slow moment of the machine affects both. */
async function turns({ subject, floor }: Timed, isSure: (rounds: readonly Round[]) => boolean): Promise<readonly Round[]> {
  const subjectBatch = await batchSize(subject);
  const floorBatch = await batchSize(floor);
  const rounds: Round[] = [];
  const begun = performance.now();
  while (rounds.length < ROUNDS) {
    const isEnough = performance.now() - begun > ENOUGH_MILLISECONDS || isSure(rounds);
    if (rounds.length >= MIN_ROUNDS && isEnough) break;
    // The second call of a round finds warmer caches or a fuller heap, so subject and floor take turns at being first.
    if (rounds.length % 2 === 0) {
      const first = await time(subject, subjectBatch);
      rounds.push({ subject: first, floor: await time(floor, floorBatch) });
    } else {
      const first = await time(floor, floorBatch);
      rounds.push({ floor: first, subject: await time(subject, subjectBatch) });
    }
  }
  return rounds;
}

/** Microseconds of one call, averaged over a batch. */
async function time(work: () => unknown, batch: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < batch; call++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - start) * 1000) / batch;
}

/** Finds a number of calls whose duration the clock can measure. This also warms up the code. */
async function batchSize(work: () => unknown): Promise<number> {
  let batch = 1;
  for (;;) {
    const milliseconds = ((await time(work, batch)) * batch) / 1000;
    if (milliseconds >= BATCH_MILLISECONDS) return batch;
    batch = Math.max(batch * 2, Math.ceil((batch * BATCH_MILLISECONDS) / Math.max(milliseconds, 0.01)));
  }
}

const ratiosOf = (rounds: readonly Round[]) => rounds.map(({ subject, floor }) => subject / floor);

function intervalOf(rounds: readonly Round[]): readonly [number, number] {
  const ratios = ratiosOf(rounds);
  return [quantile(ratios, 0.5 - marginOfMedian(ratios.length)), quantile(ratios, 0.5 + marginOfMedian(ratios.length))];
}

/**
 * Half the width of the 95 % confidence interval of the median, as a fraction of the sorted values: 1.96 standard deviations of the share
 * of heads in this many tosses of a fair coin.
 */
function marginOfMedian(values: number): number {
  return Math.min(0.5, 0.98 / Math.sqrt(values));
}

const median = (values: readonly number[]) => quantile(values, 0.5);

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}
