import { instanceDefinition } from "@reeve/orchestrator";
import * as v from "valibot";
import { expect, test } from "vitest";
import { createKubernetesRuntime } from "./kubernetes-runtime.ts";
import { readSettings, settingsWith } from "./settings.ts";

const usual = { image: "example.com/tools:1", spread: "preferred" } as const;

test("a program's own values replace the defaults, and a definition's values replace both", () => {
  const entries = settingsWith(usual);
  expect(readSettings({}, entries)).toMatchObject({ ...usual, clusterDomain: "cluster.local" });
  // The orchestrator has added the defaults before it hands the settings on.
  const complete = v.parse(v.object(entries), { image: "mine" }) as Record<string, unknown>;
  expect(readSettings(complete, entries)).toMatchObject({ image: "mine", spread: "preferred" });
});

test("a definition need not name an image if the program has given one", () => {
  const read = (runtime: ReturnType<typeof createKubernetesRuntime>) => {
    const schema = instanceDefinition([{ engine: { name: "database", kind: "wide-column" }, runtime }]);
    return v.safeParse(schema, { kind: "wide-column" }).success;
  };
  expect(read(createKubernetesRuntime())).toBe(false);
  expect(read(createKubernetesRuntime({ settings: usual }))).toBe(true);
});
