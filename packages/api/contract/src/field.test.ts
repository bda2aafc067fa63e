import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { api, extensionOf, isExtension, listOperations } from "./api.ts";
import { commandLineOf } from "./command-line.ts";
import { fieldsOf } from "./field.ts";
import { operation } from "./operation.ts";
import { about, text } from "./schema/atoms.ts";
import { keyed } from "./schema/resource.ts";

const name = v.union([v.picklist(["colour", "size"]), text("a name", /^[a-z.]+$/)]);

const paint = operation({
  summary: "Paint a wall",
  effect: "change",
  input: v.strictObject({
    wall: about("the wall", v.string(), { isPositional: true }),
    set: about("how", v.exactOptional(keyed(name, v.string())), { isPositional: true }),
    unset: v.exactOptional(v.array(name)),
    note: about("a note", v.exactOptional(v.string()), { isPositional: true }),
  }),
  body: ["set", "unset", "note"],
  output: v.string(),
  routes: { "*": "POST /walls/{wall}" },
  example: { wall: "north", set: { colour: "light blue", size: "3" }, unset: ["glue"] },
});

const build = operation({
  summary: "Build a wall",
  effect: "change",
  extendedBy: "walls.paint",
  each: "wall",
  input: v.strictObject({ wall: about("the wall", v.string(), { isPositional: true }) }),
  output: v.string(),
  routes: { "*": "PUT /walls/{wall}" },
  example: { wall: "north" },
});

const walls = api({ name: "walls", about: "walls", revisions: ["R1"], operations: { walls: { build, paint } } });

describe("a field with pairs", () => {
  test("offers its known names, accepts others, and is an argument although it is in the body", () => {
    const fields = fieldsOf(paint).map((field) => [field.name, field.isPairs, field.isChoice, field.isPositional]);
    expect(fields).toEqual([
      ["wall", false, false, true],
      ["set", true, false, true],
      ["unset", false, false, false],
      ["note", false, false, false],
    ]);
    const [, set, unset] = fieldsOf(paint);
    expect([set?.values, unset?.values]).toEqual([
      ["colour", "size"],
      ["colour", "size"],
    ]);
  });

  test("is typed as one word for each pair", () => {
    const [, listed] = listOperations(walls);
    expect(listed && commandLineOf("walls", listed, paint.example)).toBe("walls walls paint north 'colour=light blue' size=3 --unset glue");
  });
});

test("an operation that extends another is known from both sides", () => {
  const [first, second] = listOperations(walls);
  if (!first || !second) throw new Error("there are two operations");
  expect(extensionOf(walls, first)?.name).toBe("walls.paint");
  expect(extensionOf(walls, second)).toBeUndefined();
  expect([isExtension(walls, first), isExtension(walls, second)]).toEqual([false, true]);
});
