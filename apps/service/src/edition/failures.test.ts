import { describe, expect, test } from "vitest";
import { createFailures } from "./failures.ts";

function scene() {
  const clock = { now: 0 };
  const failures = createFailures(() => clock.now);
  const fail = (account: string, address: string) => {
    const attempt = failures.attempt(account, address);
    attempt?.over();
    return attempt?.wait;
  };
  return { clock, failures, fail };
}

describe("failing logins", () => {
  test("are delayed by a second after five of them, then twice as long each time, up to fifteen seconds", () => {
    const { fail } = scene();
    expect(Array.from({ length: 11 }, () => fail("robot", "a"))).toEqual([0, 0, 0, 0, 0, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test("are counted for each account at each address, and do not delay other accounts or the account at other addresses", () => {
    const { fail } = scene();
    for (let index = 0; index < 50; index++) fail("robot", "a");
    expect([fail("robot", "b"), fail("person", "a")]).toEqual([0, 0]);
    for (let index = 0; index < 50; index++) fail(`account-${index}`, "c");
    expect(fail("person", "c")).toBe(0);
  });

  test("are counted for each account from all addresses, so that many addresses do not help", () => {
    const { fail } = scene();
    for (let index = 0; index < 60; index++) fail("robot", `address-${index}`);
    expect([fail("robot", "address-1"), fail("robot", "another")]).toEqual([15_000, 0]);
  });

  test("of names that are no accounts do not displace those of accounts", () => {
    const failures = createFailures(
      () => 0,
      (uid) => uid === "robot",
    );
    const fail = (uid: string) => {
      const attempt = failures.attempt(uid, "a");
      attempt?.over();
      return attempt?.wait;
    };
    for (let index = 0; index < 6; index++) fail("robot");
    for (let index = 0; index < 20_000; index++) fail(`name-${index}`);
    expect(fail("robot")).toBe(2000);
  });

  test("are forgotten after a success, except those for other accounts", () => {
    const { fail, failures } = scene();
    for (let index = 0; index < 5; index++) fail("robot", "a");
    for (let index = 0; index < 5; index++) fail("person", "a");
    failures.attempt("robot", "a")?.succeeded();
    expect(fail("robot", "a")).toBe(0);
    expect(fail("person", "a")).toBe(1000);
  });

  test("are forgotten after a quarter of an hour", () => {
    const { clock, fail } = scene();
    for (let index = 0; index < 9; index++) fail("robot", "a");
    clock.now = 15 * 60_000;
    expect(fail("robot", "a")).toBe(0);
  });

  test("are not faster in parallel, and do not delay other accounts", () => {
    const { failures } = scene();
    const attempts = Array.from({ length: 1000 }, () => failures.attempt("robot", "a"));
    expect(attempts.filter((attempt) => attempt?.wait === 0)).toHaveLength(5);
    expect(attempts.filter((attempt) => attempt !== undefined).length).toBeLessThanOrEqual(15);
    expect(failures.attempt("person", "a")?.wait).toBe(0);
  });
});
