/** Something that was refused, once or more often. */
export interface Refusal {
  readonly who: string;
  readonly what: string;
  readonly service?: string;
  readonly from?: string;
  readonly status?: number;
  readonly detail?: string;
}

/** Refusals of the same caller for the same operation: how often, and the newest of them. */
export interface RefusalSum extends Refusal {
  /** When the first and the last of them were (ISO 8601, UTC). */
  readonly at: string;
  readonly last_at: string;
  readonly result: "refused";
  readonly times: number;
}

/** Sums up refusals by who and what: however many there are, they are few lines. */
export interface Refusals {
  add(refusal: Refusal): void;
  /** What is summed up now and not written yet. */
  open(): readonly RefusalSum[];
  /** Writes all that is not written yet. */
  flush(): void;
}

/** For so long refusals are summed up before they are written. */
const WINDOW = 60_000;

/** So many callers and operations are told apart in that time. */
const MOST = 100;

export function createRefusals(now: () => number, write: (sum: RefusalSum) => void): Refusals {
  const sums = new Map<string, RefusalSum>();
  let begun = now();

  function flush(): void {
    for (const sum of sums.values()) write(sum);
    sums.clear();
    begun = now();
  }

  return {
    add: (refusal) => {
      if (now() - begun >= WINDOW) flush();
      const own = JSON.stringify([refusal.who, refusal.what, refusal.service]);
      const key = sums.has(own) || sums.size < MOST ? own : "others";
      const one = key === own ? refusal : { who: "others", what: "any", detail: `for one, ${refusal.who}` };
      const at = new Date(now()).toISOString();
      const { at: first = at, times = 0 } = sums.get(key) ?? {};
      sums.set(key, { at: first, last_at: at, ...one, result: "refused", times: times + 1 });
    },
    open: () => [...sums.values()],
    flush,
  };
}
