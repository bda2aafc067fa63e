/** The number of failures from one address that cause no wait. After that, each failure doubles the wait, up to `MAX_DELAY`. */
const FREE = 5;
/** The number of failures from all addresses together that cause no wait. */
const FREE_EVERYWHERE = 50;
const FIRST = 1000;
const MAX_DELAY = 15_000;

/** Earlier failures are forgotten after this many milliseconds without a failure. */
const FORGOTTEN = 15 * 60_000;
const MAX_REMEMBERED = 10_000;

/** How many login attempts from one address may wait at the same time. */
const MAX_WAITING_PER_ADDRESS = 100;
/** How many login attempts for one account, from one address, may wait at the same time. */
const MAX_WAITING_PER_ACCOUNT = 10;

interface Counted {
  failures: number;
  at: number;
}

export type Failures = ReturnType<typeof createFailures>;

/**
 * Delays logins after repeated failures, which are counted for each account at each address, and for each account from all addresses. No
 * account is ever locked, and a login of an account without failures is never delayed, whatever others do at the same address.
 */
export function createFailures(now: () => number, isAccount: (uid: string) => boolean = () => true) {
  // Names that are not accounts are counted apart, so that guesses at many names do not displace the counts of accounts.
  const ofAccounts = new Map<string, Counted>();
  const ofNames = new Map<string, Counted>();
  const waiting = new Map<string, number>();

  const countOf = (counted: Map<string, Counted>, key: string): Counted => {
    const time = now();
    const known = counted.get(key);
    const current = known && time - known.at < FORGOTTEN ? known : { failures: 0, at: time };
    counted.delete(key);
    const oldest = counted.size >= MAX_REMEMBERED ? counted.keys().next().value : undefined;
    if (oldest !== undefined) counted.delete(oldest);
    counted.set(key, current);
    return current;
  };
  const fail = (count: Counted) => {
    count.failures++;
    count.at = now();
  };
  const move = (key: string, by: 1 | -1) => {
    const next = (waiting.get(key) ?? 0) + by;
    if (next === 0) waiting.delete(key);
    else waiting.set(key, next);
  };

  return {
    /**
     * Counts an attempt as failed before it is checked, so that parallel attempts gain nothing. Returns how many milliseconds the check
     * must wait, and the functions to call when the attempt has succeeded and when it is over. Returns undefined if too many attempts are
     * already waiting.
     */
    attempt: (account: string, address: string) => {
      const counted = isAccount(account) ? ofAccounts : ofNames;
      const both = `both ${JSON.stringify([address, account])}`;
      const everywhere = `account ${account}`;
      const places = [`address ${address}`, both] as const;
      const [here, all] = [countOf(counted, both), countOf(counted, everywhere)];
      const over = Math.max(here.failures - FREE, all.failures - FREE_EVERYWHERE);
      const wait = over < 0 || here.failures === 0 ? 0 : Math.min(MAX_DELAY, FIRST * 2 ** Math.min(over, 10));
      if (wait > 0) {
        const [ofAddress = 0, forAccount = 0] = places.map((place) => waiting.get(place));
        if (ofAddress >= MAX_WAITING_PER_ADDRESS || forAccount >= MAX_WAITING_PER_ACCOUNT) return undefined;
      }
      fail(here);
      fail(all);
      for (const place of places) move(place, 1);
      return {
        wait,
        succeeded: () => {
          // A successful login clears the failures at its address, but not those at other addresses.
          counted.delete(both);
          const before = countOf(counted, everywhere);
          before.failures = Math.max(0, before.failures - here.failures);
        },
        over: () => {
          for (const place of places) move(place, -1);
        },
      };
    },
  };
}
