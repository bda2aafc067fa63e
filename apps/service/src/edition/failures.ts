/** Delays logins after repeated failures, which are counted for each account and each address. No account is ever locked. */
export interface Failures {
  /**
   * Counts an attempt as failed before it is checked, so that parallel attempts gain nothing. Returns how many milliseconds the check must
   * wait, and the functions to call afterwards. Returns undefined if too many attempts are already waiting.
   */
  attempt(account: string, address: string): Attempt | undefined;
}

interface Attempt {
  readonly wait: number;
  /** Records that the attempt succeeded. */
  succeeded(): void;
  /** Records that the attempt has ended. */
  over(): void;
}

/** The number of failures that cause no wait. After that, each failure doubles the wait, up to `MAX_DELAY`. */
const FREE = 5;
const FIRST = 1000;
const MAX_DELAY = 15_000;

/** Earlier failures are forgotten after this many milliseconds without a failure. */
const FORGOTTEN = 15 * 60_000;

/** The number of accounts and addresses that are remembered. */
const MAX_REMEMBERED = 10_000;

/** How many login attempts from one address may wait at the same time. */
const MAX_WAITING_PER_ADDRESS = 10;
/** How many login attempts for one account, from one address, may wait at the same time. */
const MAX_WAITING_PER_ACCOUNT = 2;

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
    const oldest = counted.size >= MAX_REMEMBERED ? counted.keys().next().value : undefined;
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
      const wait = failures < FREE ? 0 : Math.min(MAX_DELAY, FIRST * 2 ** Math.min(failures - FREE, 10));
      if (wait > 0) {
        const [ofAddress = 0, forAccount = 0] = places.map((place) => waiting.get(place));
        if (ofAddress >= MAX_WAITING_PER_ADDRESS || forAccount >= MAX_WAITING_PER_ACCOUNT) return undefined;
      }
      for (const key of keys) fail(key);
      for (const place of places) move(place, 1);
      return {
        wait,
        succeeded: () => {
          counted.delete(keys[0]);
          // A successful login clears the failures of its account, but not those of other accounts from the same address.
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
