import { getEventListeners } from "node:events";
import { ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import type { Credentials, LoginSender, Token } from "./credentials.ts";
import { createTokenKeeper } from "./token-keeper.ts";

/** Credentials that return the answers of the test one after another, and count how often they are used. */
function credentials(answers: (Token | Error)[], renewable = true): Credentials & { asked(): number } {
  let asked = 0;
  return {
    about: "a test's token",
    advice: "do something",
    renewable,
    asked: () => asked,
    obtain: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      if (!answer) throw new Error("no answer");
      return answer;
    },
  };
}

/** A sender that sends nothing and whose clock the test controls. */
const sender = (clock: { time: number }): LoginSender => ({
  origin: "https://cluster.example",
  now: () => clock.time,
  post: () => Promise.reject(new Error("not used")),
});

/** Credentials whose logins continue until the test ends them. */
function slowCredentials() {
  const logins: { readonly signal: AbortSignal; answer(value: string): void; refuse(): void }[] = [];
  const given: Credentials = {
    about: "a slow token",
    advice: "wait",
    renewable: true,
    obtain: ({ signal }) =>
      new Promise((resolve, reject) => {
        logins.push({ signal, answer: (value) => resolve({ value }), refuse: () => reject(new Error("no")) });
      }),
  };
  return { given, logins };
}

test("a token is obtained once, for however many ask", async () => {
  const given = credentials([{ value: "a" }]);
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  expect(keeper.current()).toBeUndefined();
  expect(await Promise.all([keeper.token(), keeper.token(), keeper.token()])).toEqual(["a", "a", "a"]);
  expect([keeper.current(), given.asked()]).toEqual(["a", 1]);
});

test("it is renewed half a minute ahead of its end", async () => {
  const clock = { time: 0 };
  const given = credentials([{ value: "a", expiresAt: 100_000 }, { value: "b" }]);
  const keeper = createTokenKeeper(given, sender(clock));
  await keeper.token();
  clock.time = 69_999;
  expect(await keeper.token()).toBe("a");
  clock.time = 70_000;
  expect([keeper.current(), await keeper.token()]).toEqual([undefined, "b"]);
});

test("one that ends too soon to be renewed ahead is used until it is refused", async () => {
  const given = credentials([{ value: "a", expiresAt: 5_000 }, { value: "b" }]);
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  await keeper.token();
  expect([await keeper.token(), given.asked()]).toEqual(["a", 1]);
  expect(await keeper.instead("a")).toBe("b");
});

test("a caller that was refused with an older token gets the newer one, without another login", async () => {
  const given = credentials([{ value: "a" }, { value: "b" }]);
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  await keeper.token();
  expect(await Promise.all([keeper.instead("a"), keeper.instead("a")])).toEqual(["b", "b"]);
  expect([await keeper.instead("a"), given.asked()]).toEqual(["b", 2]);
});

test("a source that says the same again has nothing instead", async () => {
  const keeper = createTokenKeeper(credentials([{ value: "a" }]), sender({ time: 0 }));
  await keeper.token();
  await expect(keeper.instead("a")).rejects.toThrow("the server refused a test's token: do something");
});

test("what cannot be renewed is not asked again", async () => {
  const given = credentials([{ value: "a" }], false);
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  await keeper.token();
  await expect(keeper.instead("a")).rejects.toThrow("the server refused a test's token: do something");
  expect(given.asked()).toBe(1);
});

test("a failure is cached for a moment, then dropped, even if the system clock changes", async () => {
  const wall = { time: 1_000_000 };
  let elapsed = 0;
  const given = credentials([new ReeveError("unauthenticated", "no"), { value: "a" }]);
  const keeper = createTokenKeeper(given, sender(wall), () => elapsed);
  await expect(keeper.token()).rejects.toThrow("no");
  elapsed = 1_999;
  wall.time += 3_600_000;
  await expect(keeper.token()).rejects.toThrow("no");
  expect(given.asked()).toBe(1);
  elapsed = 2_000;
  wall.time -= 7_200_000;
  expect(await keeper.token()).toBe("a");
});

test("a failure is not held where asking again costs nothing", async () => {
  const failing = credentials([new ReeveError("unauthenticated", "no"), { value: "a" }]);
  const given = { ...failing, restAfterFailure: 0 };
  const keeper = createTokenKeeper(given, sender({ time: 0 }), () => 0);
  await expect(keeper.token()).rejects.toThrow("no");
  expect(await keeper.token()).toBe("a");
});

test("credentials that throw instead of rejecting fail like all others", async () => {
  const given: Credentials = {
    about: "a hasty token",
    advice: "mend it",
    renewable: true,
    obtain: () => {
      throw new Error("now");
    },
  };
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  await expect(keeper.token()).rejects.toThrow("a hasty token cannot be obtained: mend it");
});

test("a token is used without the white space around it", async () => {
  const keeper = createTokenKeeper(credentials([{ value: " a\n" }]), sender({ time: 0 }));
  expect([await keeper.token(), keeper.current()]).toEqual(["a", "a"]);
});

describe("a caller that cancels", () => {
  test("does not end the login that other callers wait for", async () => {
    const { given, logins } = slowCredentials();
    const keeper = createTokenKeeper(given, sender({ time: 0 }));
    const impatient = new AbortController();
    const [first, second] = [keeper.token(impatient.signal), keeper.token()];
    impatient.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    expect([logins.length, logins[0]?.signal.aborted]).toEqual([1, false]);
    logins[0]?.answer("a");
    expect(await second).toBe("a");
  });

  test("ends the login if no other caller waits, and the next caller begins another", async () => {
    const { given, logins } = slowCredentials();
    const keeper = createTokenKeeper(given, sender({ time: 0 }));
    const callers = [new AbortController(), new AbortController()];
    const waits = callers.map(({ signal }) => keeper.token(signal).catch((reason: unknown) => String(reason)));
    for (const caller of callers) caller.abort("enough");
    expect(await Promise.all(waits)).toEqual(["enough", "enough"]);
    expect(logins[0]?.signal.aborted).toBe(true);
    const next = keeper.token();
    expect(logins).toHaveLength(2);
    // The result of the cancelled login is ignored, however late it comes.
    logins[0]?.refuse();
    await Promise.resolve();
    logins[1]?.answer("b");
    expect([await next, keeper.current(), logins.length]).toEqual(["b", "b", 2]);
  });

  test("before it begins: nothing is begun", async () => {
    const { given, logins } = slowCredentials();
    const keeper = createTokenKeeper(given, sender({ time: 0 }));
    await expect(keeper.token(AbortSignal.abort("enough"))).rejects.toBe("enough");
    expect(logins).toHaveLength(0);
  });

  test("leaves nothing on a signal that many share", async () => {
    const { given, logins } = slowCredentials();
    const keeper = createTokenKeeper(given, sender({ time: 0 }));
    const { signal } = new AbortController();
    const waits = Array.from({ length: 20 }, () => keeper.token(signal));
    logins[0]?.answer("a");
    await Promise.all(waits);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

test("a token whose source has changed is not current", async () => {
  let changed = false;
  const given = credentials([{ value: "a", isCurrent: () => !changed }, { value: "b" }]);
  const keeper = createTokenKeeper(given, sender({ time: 0 }));
  await keeper.token();
  expect(keeper.current()).toBe("a");
  changed = true;
  expect([keeper.current(), await keeper.token()]).toEqual([undefined, "b"]);
});
