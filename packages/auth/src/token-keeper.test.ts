import { ReeveError } from "@reeve/contract";
import { expect, test } from "vitest";
import type { Credentials, LoginContext, Token } from "./credentials.ts";
import { createTokenKeeper } from "./token-keeper.ts";

/** Credentials that answer what a test says, and count. */
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

const context = (clock: { time: number }): LoginContext => ({
  now: () => clock.time,
  post: () => Promise.reject(new Error("not used")),
});

test("a token is obtained once, for however many ask", async () => {
  const given = credentials([{ value: "a" }]);
  const keeper = createTokenKeeper(given, context({ time: 0 }));
  expect(keeper.current()).toBeUndefined();
  expect(await Promise.all([keeper.token(), keeper.token(), keeper.token()])).toEqual(["a", "a", "a"]);
  expect([keeper.current(), given.asked()]).toEqual(["a", 1]);
});

test("it is renewed half a minute ahead of its end", async () => {
  const clock = { time: 0 };
  const given = credentials([{ value: "a", expiresAt: 100_000 }, { value: "b" }]);
  const keeper = createTokenKeeper(given, context(clock));
  await keeper.token();
  clock.time = 69_999;
  expect(await keeper.token()).toBe("a");
  clock.time = 70_000;
  expect([keeper.current(), await keeper.token()]).toEqual([undefined, "b"]);
});

test("one that ends too soon to be renewed ahead is used until it is refused", async () => {
  const given = credentials([{ value: "a", expiresAt: 5_000 }, { value: "b" }]);
  const keeper = createTokenKeeper(given, context({ time: 0 }));
  await keeper.token();
  expect([await keeper.token(), given.asked()]).toEqual(["a", 1]);
  expect(await keeper.instead("a")).toBe("b");
});

test("whoever was refused with an older token gets the newer one, without another login", async () => {
  const given = credentials([{ value: "a" }, { value: "b" }]);
  const keeper = createTokenKeeper(given, context({ time: 0 }));
  await keeper.token();
  expect(await Promise.all([keeper.instead("a"), keeper.instead("a")])).toEqual(["b", "b"]);
  expect([await keeper.instead("a"), given.asked()]).toEqual(["b", 2]);
});

test("a source that says the same again has nothing instead", async () => {
  const keeper = createTokenKeeper(credentials([{ value: "a" }]), context({ time: 0 }));
  await keeper.token();
  await expect(keeper.instead("a")).rejects.toThrow("the server refused a test's token: do something");
});

test("what cannot be renewed is not asked again", async () => {
  const given = credentials([{ value: "a" }], false);
  const keeper = createTokenKeeper(given, context({ time: 0 }));
  await keeper.token();
  await expect(keeper.instead("a")).rejects.toThrow("the server refused a test's token: do something");
  expect(given.asked()).toBe(1);
});

test("a failure is held for a moment, and then forgotten", async () => {
  const clock = { time: 0 };
  const given = credentials([new ReeveError("unauthenticated", "no"), { value: "a" }]);
  const keeper = createTokenKeeper(given, context(clock));
  await expect(keeper.token()).rejects.toThrow("no");
  clock.time = 1_999;
  await expect(keeper.token()).rejects.toThrow("no");
  expect(given.asked()).toBe(1);
  clock.time = 2_000;
  expect(await keeper.token()).toBe("a");
});

test("a token whose source has changed is not current", async () => {
  let changed = false;
  const given = credentials([{ value: "a", isCurrent: () => !changed }, { value: "b" }]);
  const keeper = createTokenKeeper(given, context({ time: 0 }));
  await keeper.token();
  expect(keeper.current()).toBe("a");
  changed = true;
  expect([keeper.current(), await keeper.token()]).toEqual([undefined, "b"]);
});
