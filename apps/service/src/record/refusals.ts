import type { AuditEntry } from "./audit.ts";

/** A refusal that happened once or repeatedly. */
export type Refusal = Pick<AuditEntry, "who" | "what" | "service" | "from" | "status" | "detail">;

/** The refusals of one caller, address and operation: their number, and the newest refusal. */
export interface RefusalSum extends Refusal {
  /** The time of the first and of the last refusal (ISO 8601, UTC). */
  readonly at: string;
  readonly last_at: string;
  readonly result: "refused";
  readonly times: number;
}

/** Refusals are added up for this many milliseconds before they are written. */
const WINDOW = 60_000;

/** How many pairs of caller and operation are counted separately within one `WINDOW`; all others are counted together. */
const MAX_SUMS = 100;

/** Adds up refusals by caller and operation, so that many refusals need few lines in the audit log. */
export function createRefusals(now: () => number, write: (sum: RefusalSum) => void) {
  const sums = new Map<string, RefusalSum>();
  let begun = now();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    for (const sum of sums.values()) write(sum);
    sums.clear();
    clearTimeout(timer);
    timer = undefined;
    begun = now();
  }

  return {
    add: (refusal: Refusal) => {
      if (now() - begun >= WINDOW) flush();
      timer ??= setTimeout(flush, WINDOW).unref();
      const own = JSON.stringify([refusal.who, refusal.what, refusal.service, refusal.from]);
      const key = sums.has(own) || sums.size < MAX_SUMS ? own : "others";
      const one = key === own ? refusal : { who: "others", what: "any", detail: `for one, ${refusal.who}` };
      const at = new Date(now()).toISOString();
      const { at: first = at, times = 0 } = sums.get(key) ?? {};
      sums.set(key, { at: first, last_at: at, ...one, result: "refused", times: times + 1 });
    },
    /** The totals that are not written yet. */
    open: (): readonly RefusalSum[] => [...sums.values()],
    /** Writes all totals. It also happens by itself, `WINDOW` after the first of them. */
    flush,
  };
}
