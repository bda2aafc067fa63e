import * as v from "valibot";
import { expect, test } from "vitest";
import { instanceDefinition, type Offer } from "./instance-definition.ts";

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
  expect(issues?.map(({ message }) => message)).toEqual(["the runtime pods needs more settings: { name: pods, image: … }"]);
  expect(read({ image: v.string() }, { runtime: { name: "pods", image: "one" } })).toMatchObject({ success: true });
});

const offer = (engine: string, runtime: string, missing?: string): Offer => ({
  engine: { name: engine, kind: "broker" },
  runtime: { name: runtime },
  ...(missing !== undefined && { missing }),
});

test.each([
  [{ engine: "real" }, "the engine real needs the package real-engine, which is not installed: npm install real-engine"],
  [
    { engine: "other", runtime: "pods" },
    "the runtime pods needs the package pods-runtime, which is not installed: npm install pods-runtime",
  ],
  [{ engine: "unheard-of" }, 'there is no engine "unheard-of" for a broker; available: simulated, other'],
])("a definition with %j says what to install, and lists only what is installed", (definition, message) => {
  const offers = [
    offer("simulated", "here"),
    offer("real", "local", "real-engine"),
    offer("other", "local"),
    offer("other", "pods", "pods-runtime"),
  ];
  const { issues } = v.safeParse(instanceDefinition(offers), { kind: "broker", ...definition });
  expect(issues?.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  expect(v.safeParse(instanceDefinition(offers, "keep"), { kind: "broker", ...definition }).success).toBe(true);
  expect(v.safeParse(instanceDefinition(offers), { kind: "broker", engine: "other" }).success).toBe(true);
});
