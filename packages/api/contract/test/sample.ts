import * as v from "valibot";
import { api } from "../src/api.ts";
import { operation } from "../src/operation.ts";
import { choice, integer, secret, text } from "../src/schema/atoms.ts";

// A small API for the tests of this package, with one example of each feature that the real APIs use.

const name = text("a lower-case name", /^[a-z]+$/);

export const listThings = operation({
  summary: "List things",
  effect: "read",
  output: v.array(v.string()),
  routes: { A: "GET /things", B: "GET /things" },
});

export const showThing = operation({
  summary: "Show a thing",
  effect: "read",
  input: v.strictObject({ thing: name, box: v.exactOptional(name, "main") }),
  output: v.unknown(),
  routes: { A: ["GET /things/{thing}", "POST /things/{thing}"], B: "GET /boxes/{box}/things/{thing}" },
  example: { thing: "ring" },
});

export const makeThing = operation({
  summary: "Make a thing",
  effect: "change",
  input: v.strictObject({ thing: name, size: integer(1), colour: v.exactOptional(choice("red", "green")) }),
  verifiedBy: "things.show",
  output: v.unknown(),
  routes: {
    A: "POST /things/{thing}?size={size}&colour={colour}",
    B: "PUT /things?name={thing}&size={size}&colour={colour}",
  },
  spellings: { B: { colour: { red: "1", green: "2" } } },
  example: { thing: "ring", size: 3 },
});

const breakThing = operation({
  summary: "Break a thing",
  effect: "destroy",
  input: v.strictObject({ thing: name }),
  verifiedBy: "things.list",
  output: v.unknown(),
  routes: { A: "PUT /things/{thing}?operation=break" },
  instead: "things.make",
  example: { thing: "ring" },
});

const mendThing = operation({
  summary: "Mend a thing",
  effect: "change",
  input: v.strictObject({ thing: name }),
  verifiedBy: "things.list",
  output: v.unknown(),
  routes: { A: "PUT /things/{thing}?operation=mend" },
  example: { thing: "ring" },
});

const lostThings = operation({
  summary: "Show what is lost",
  effect: "read",
  output: v.unknown(),
  routes: { A: "GET /things/lost" },
});

const dropThing = operation({
  summary: "Drop a thing",
  effect: "destroy",
  input: v.strictObject({ thing: name }),
  verifiedBy: "things.list",
  output: v.unknown(),
  routes: { A: "DELETE /things/{thing}" },
  example: { thing: "ring" },
});

const dropForGood = operation({
  summary: "Drop a thing for good",
  effect: "destroy",
  input: v.strictObject({ thing: name }),
  verifiedBy: "things.list",
  output: v.unknown(),
  routes: { A: "DELETE /things/{thing}?for-good=true" },
  example: { thing: "ring" },
});

export const lockThing = operation({
  summary: "Lock a thing",
  effect: "change",
  input: v.strictObject({ thing: name, key: secret("the key") }),
  body: ["key"],
  verifiedBy: "things.list",
  output: v.unknown(),
  routes: { A: "PUT /things/{thing}/lock" },
  example: { thing: "ring", key: "k" },
});

const countThings = operation({
  summary: "Count things",
  effect: "read",
  input: v.strictObject({ box: v.exactOptional(name) }),
  output: v.number(),
  routes: { "*": "GET {reeve}/things/count?box={box}" },
  example: { box: "main" },
});

export const sampleApi = api({
  name: "sample",
  about: "a sample",
  revisions: ["A", "B"],
  operations: {
    things: {
      list: listThings,
      show: showThing,
      make: makeThing,
      break: breakThing,
      mend: mendThing,
      lost: lostThings,
      drop: dropThing,
      dropForGood,
      count: countThings,
    },
    locks: { lock: lockThing },
  },
});
