import * as v from "valibot";
import { expect, test } from "vitest";
import { instanceDefinition } from "./instance-definition.ts";

const read = (settings: object, definition: object = {}) => {
  const offer = { engine: { name: "database", kind: "wide-column" }, runtime: { name: "pods", settings } } as const;
  const schema = instanceDefinition([offer as never]);
  return v.safeParse(schema, { kind: "wide-column", ...definition });
};

test("a definition without a runtime gets the first one if all of its settings have defaults", () => {
  expect(read({ image: v.exactOptional(v.string(), "one") })).toMatchObject({ success: true });
});

test("a definition without a runtime is refused if the first one needs settings", () => {
  const { issues } = read({ image: v.string() });
  expect(issues?.map(({ message }) => message)).toEqual([
    "the runtime pods needs more settings: { name: pods, image: … }",
  ]);
  expect(read({ image: v.string() }, { runtime: { name: "pods", image: "one" } })).toMatchObject({ success: true });
});
