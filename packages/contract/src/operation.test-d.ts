import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import type { makeThing, sampleApi, showThing } from "../test/sample.ts";
import type { OperationsIn } from "./api.ts";
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

test("a revision has exactly its operations", () => {
  type A = OperationsIn<typeof sampleApi, "A">;
  type B = OperationsIn<typeof sampleApi, "B">;
  expectTypeOf<keyof A>().toEqualTypeOf<"things" | "locks">();
  expectTypeOf<keyof B>().toEqualTypeOf<"things">();
  expectTypeOf<keyof A["things"]>().toEqualTypeOf<"list" | "show" | "make" | "break" | "mend" | "lost">();
  expectTypeOf<keyof B["things"]>().toEqualTypeOf<"list" | "show" | "make">();
});
