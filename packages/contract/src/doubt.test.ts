import { expect, test } from "vitest";
import { lockThing, makeThing, sampleApi, showThing } from "../test/sample.ts";
import { inDoubt, lookAfter } from "./doubt.ts";
import { isReeveError, ReeveError } from "./error.ts";

test("the read that shows a change is the declared one, with what the two share and nothing secret", () => {
  expect(lookAfter(sampleApi, makeThing, { thing: "ring", size: 3, colour: "red" })).toEqual({
    api: "sample",
    operation: "things.show",
    input: { thing: "ring" },
  });
  expect(lookAfter(sampleApi, lockThing, { thing: "ring", key: "k" })).toMatchObject({ input: {} });
  expect(lookAfter(sampleApi, showThing, { thing: "ring" })).toBeUndefined();
});

test("an error says that what failed may have been done, and how to look; once", () => {
  const cut = new ReeveError("unreachable", "the connection was cut", { status: 1 }, { cause: "ECONNRESET" });
  expect(cut.mayHaveBeenDone).toBe(false);
  const look = { api: "sample", operation: "things.show", input: { thing: "ring" } };
  const doubted = inDoubt(cut, look);
  expect(isReeveError(doubted, "unreachable")).toBe(true);
  expect(doubted.mayHaveBeenDone).toBe(true);
  expect(JSON.parse(JSON.stringify(doubted))).toEqual({
    code: "unreachable",
    message: "the connection was cut; it may have been done: look with things.show before you go on",
    status: 1,
    mayHaveBeenDone: true,
    look,
  });
  expect(doubted.cause).toBe("ECONNRESET");
  expect(inDoubt(doubted)).toBe(doubted);
  expect(inDoubt(cut).message).toBe(
    "the connection was cut; it may have been done: look how things are before you go on",
  );
});
