import { expect, test } from "vitest";
import { lockThing, makeThing, sampleApi, showThing } from "../test/sample.ts";
import { isReeveError, ReeveError } from "./error.ts";
import { verificationOf, withUncertainty } from "./uncertainty.ts";

test("the read that shows a change is the declared one, with what the two share and nothing secret", () => {
  expect(verificationOf(sampleApi, makeThing, { thing: "ring", size: 3, colour: "red" })).toEqual({
    api: "sample",
    operation: "things.show",
    input: { thing: "ring" },
  });
  expect(verificationOf(sampleApi, lockThing, { thing: "ring", key: "k" })).toMatchObject({ input: {} });
  expect(verificationOf(sampleApi, showThing, { thing: "ring" })).toBeUndefined();
});

test("an error says that what failed may have been done, and how to look; once", () => {
  const cut = new ReeveError("unreachable", "the connection was cut", { status: 1 }, { cause: "ECONNRESET" });
  expect(cut.mayHaveBeenDone).toBe(false);
  const verification = { api: "sample", operation: "things.show", input: { thing: "ring" } };
  const doubted = withUncertainty(cut, verification);
  expect(isReeveError(doubted, "unreachable")).toBe(true);
  expect(doubted.mayHaveBeenDone).toBe(true);
  expect(JSON.parse(JSON.stringify(doubted))).toEqual({
    code: "unreachable",
    message: "the connection was cut; the change may have been made: check with things.show before you continue",
    status: 1,
    mayHaveBeenDone: true,
    verification,
  });
  expect(doubted.cause).toBe("ECONNRESET");
  expect(withUncertainty(doubted)).toBe(doubted);
  expect(withUncertainty(cut).message).toBe(
    "the connection was cut; the change may have been made: check the current state before you continue",
  );
});
