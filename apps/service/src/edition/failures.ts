/** Slows down whoever fails again and again, by account and by address, and locks nobody out. */
export interface Failures {
  /**
   * Counts an attempt as failed, so that many at once are not more than one after another. Gives the milliseconds that it is to wait before it is
   * looked at, and what to do when it ends; undefined where as many attempts of this address wait already.
   */
  attempt(account: string, address: string): Attempt | undefined;
}

interface Attempt {
  readonly wait: number;
  /** It was no failure. */
  succeeded(): void;
  /** It is over, whatever came of it. */
  over(): void;
}

/** So many failures cost nothing; each one more doubles the wait, up to the longest. */
const FREE = 5;
const FIRST = 1000;
const LONGEST = 15_000;

/** Failures are forgotten when there was none for so long. */
const FORGOTTEN = 15 * 60_000;

/** So many accounts and addresses are remembered. */
const MOST = 10_000;

/** So many attempts of one address wait at the same time, and of those for one account. */
const WAITING_OF_ADDRESS = 10;
const WAITING_FOR_ACCOUNT = 2;

interface Counted {
  failures: number;
  at: number;
}

export function createFailures(now: () => number): Failures {
  const counted = new Map<string, Counted>();
  const waiting = new Map<string, number>();

  const countOf = (key: string): Counted => {
    const time = now();
    const known = counted.get(key);
    const current = known && time - known.at < FORGOTTEN ? known : { failures: 0, at: time };
    counted.delete(key);
    const oldest = counted.size >= MOST ? counted.keys().next().value : undefined;
    if (oldest !== undefined) counted.delete(oldest);
    counted.set(key, current);
    return current;
  };
  const fail = (key: string): number => {
    const count = countOf(key);
    count.failures++;
    count.at = now();
    return count.failures;
  };
  const move = (key: string, by: 1 | -1) => {
    const next = (waiting.get(key) ?? 0) + by;
    if (next === 0) waiting.delete(key);
    else waiting.set(key, next);
  };

  return {
    attempt: (account, address) => {
      const keys = [`account ${account}`, `address ${address}`] as const;
      const places = [`address ${address}`, `both ${JSON.stringify([address, account])}`] as const;
      const failures = Math.max(...keys.map((key) => countOf(key).failures));
      const wait = failures < FREE ? 0 : Math.min(LONGEST, FIRST * 2 ** Math.min(failures - FREE, 10));
      if (wait > 0) {
        const [ofAddress = 0, forAccount = 0] = places.map((place) => waiting.get(place));
        if (ofAddress >= WAITING_OF_ADDRESS || forAccount >= WAITING_FOR_ACCOUNT) return undefined;
      }
      for (const key of keys) fail(key);
      for (const place of places) move(place, 1);
      return {
        wait,
        succeeded: () => {
          counted.delete(keys[0]);
          // Whoever has an account of his own does not make others' guesses at this address forgotten with it.
          const ofAddress = countOf(keys[1]);
          ofAddress.failures = Math.max(0, ofAddress.failures - 1);
        },
        over: () => {
          for (const place of places) move(place, -1);
        },
      };
    },
  };
}
