import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import type { makeThing, sampleApi, showThing } from "../test/sample.ts";
import { api, type OperationsIn } from "./api.ts";
import type { CanonicalOf, InputOf, OutputOf } from "./operation.ts";
import { operation } from "./operation.ts";

test("a route may only name fields of the input", () => {
  const common = {
    summary: "x",
    effect: "read",
    output: v.string(),
    input: v.strictObject({ topic: v.string() }),
    example: { topic: "a" },
  } as const;
  operation({ ...common, routes: { A: "GET /topics/{topic}" } });
  // @ts-expect-error: NoFieldOfInput<"topick">
  operation({ ...common, routes: { A: "GET /topics/{topick}" } });
  operation({
    summary: "x",
    effect: "read",
    output: v.string(),
    input: v.strictObject({ a: v.exactOptional(v.string()) }),
    example: {},
    // @ts-expect-error: a path must not have a hole
    routes: { A: "GET /x/{a}" },
  });
  // A field with a default can be in a path, because it always has a value. An optional field can be in a query, because the query then
  // omits it.
  operation({
    summary: "x",
    effect: "read",
    output: v.string(),
    input: v.strictObject({ a: v.exactOptional(v.string(), "d") }),
    example: {},
    routes: { A: "GET /x/{a}" },
  });
  operation({
    summary: "x",
    effect: "read",
    output: v.string(),
    input: v.strictObject({ a: v.exactOptional(v.string()) }),
    example: {},
    routes: { A: "GET /x?a={a}" },
  });
  // @ts-expect-error: one of several routes, too
  operation({ ...common, routes: { A: ["GET /topics/{topic}", "GET /topics/{topick}"] } });
  // @ts-expect-error: an operation without input has no fields
  operation({ summary: "x", effect: "read", output: v.string(), routes: { A: "GET /topics/{topic}" } });
  // @ts-expect-error: a body is made of fields of the input
  operation({ ...common, body: ["topick"], routes: { A: "GET /topics/{topic}" } });
  // @ts-expect-error: an example is a legal input
  operation({ ...common, example: { topick: "a" }, routes: { A: "GET /topics/{topic}" } });
});

test("input, canonical input and output are known", () => {
  expectTypeOf<InputOf<typeof makeThing>>().toEqualTypeOf<{ thing: string; size: number; colour?: "red" | "green" }>();
  expectTypeOf<InputOf<typeof showThing>>().toEqualTypeOf<{ thing: string; box?: string }>();
  expectTypeOf<CanonicalOf<typeof showThing>>().toEqualTypeOf<{ thing: string; box: string }>();
  expectTypeOf<OutputOf<typeof makeThing>>().toEqualTypeOf<unknown>();
});

test("an operation's revisions are revisions of its API", () => {
  const common = { name: "x", about: "", revisions: ["A"] } as const;
  const show = operation({ summary: "x", effect: "read", output: v.string(), routes: { A: "GET /x" } });
  const other = operation({ summary: "x", effect: "read", output: v.string(), routes: { A: "GET /x", Z: "GET /z" } });
  api({ ...common, operations: { x: { show } } });
  // @ts-expect-error: there is no revision Z
  api({ ...common, operations: { x: { other } } });
});

test("a revision has exactly its operations", () => {
  type A = OperationsIn<typeof sampleApi, "A">;
  type B = OperationsIn<typeof sampleApi, "B">;
  expectTypeOf<keyof A>().toEqualTypeOf<"things" | "locks">();
  expectTypeOf<keyof B>().toEqualTypeOf<"things">();
  expectTypeOf<keyof A["things"]>().toEqualTypeOf<
    "list" | "show" | "make" | "break" | "mend" | "lost" | "drop" | "dropForGood" | "count"
  >();
  expectTypeOf<keyof B["things"]>().toEqualTypeOf<"list" | "show" | "make" | "count">();
});
