import * as v from "valibot";
import { expect, test } from "vitest";
import { sampleApi } from "../test/sample.ts";
import { type AnyApi, api } from "./api.ts";
import { mistakesIn } from "./check-api.ts";
import { operation } from "./operation.ts";

test("an API without mistakes has none", () => {
  expect(mistakesIn(sampleApi)).toEqual([]);
});

test("each mistake is named", () => {
  const bad = operation({
    summary: "x",
    effect: "destroy",
    input: v.strictObject({ a: v.string(), list: v.array(v.string()) }),
    output: v.unknown(),
    routes: { A: "GET /x?list={list}" },
    spellings: { A: { b: { x: "y" } } },
    extensions: { Q: "why not" },
    instead: "x.y",
    consequence: "This is the end of {c}.",
    example: { a: "", list: [] },
  });
  const none = operation({ summary: "x", effect: "read", output: v.unknown(), routes: {} });
  expect(mistakesIn(api({ name: "n", about: "", revisions: ["A"], operations: { x: { bad, none } } }) as AnyApi)).toEqual([
    "x.bad: there is no revision Q",
    "x.bad: there is no field b",
    "x.bad: there is no field c",
    "x.bad: there is no operation x.y",
    'x.bad: "GET /x?list={list}" has no placeholder for a',
    "x.bad: list is in a URL, but is not a single value",
    "x.bad: no read shows whether the change was made",
    "x.none: has no route",
  ]);
});

test("a change is shown by a read, in all of its revisions, that asks for no more than the change", () => {
  const x = { summary: "x", output: v.unknown() } as const;
  const change = { ...x, effect: "change", routes: { A: "PUT /x" } } as const;
  const show = operation({
    ...x,
    effect: "read",
    input: v.strictObject({ a: v.string() }),
    routes: { A: "GET /x/{a}" },
    example: { a: "" },
  });
  const operations = {
    x: {
      show,
      good: operation({ ...change, verifiedBy: "y.list" }),
      absent: operation({ ...change, verifiedBy: "x.hide" }),
      late: operation({ ...change, verifiedBy: "x.show", routes: { A: "PUT /x", B: "PUT /x" } }),
    },
    y: {
      list: operation({ ...x, effect: "read", routes: { A: "GET /x" } }),
      odd: operation({ ...change, verifiedBy: "x.good" }),
    },
  };
  expect(mistakesIn(api({ name: "n", about: "", revisions: ["A", "B"], operations }) as AnyApi)).toEqual([
    "x.absent: there is no operation x.hide",
    "x.late: x.show is not in B",
    "x.late: x.show needs a, which this operation does not have",
    "y.odd: x.good is not a read",
  ]);
});
