import type { PodSpec } from "@reeve/scheduler-models";
import { expect, test } from "vitest";
import { specDifferences } from "./own-nodes.ts";

const spec = (count: number, mem: number, env: Record<string, string>): PodSpec => ({
  type: "broker",
  count,
  uris: [],
  "task-specs": [
    {
      name: "node",
      goal: "RUNNING",
      "command-spec": { value: "run", environment: env },
      "resource-set": {
        id: "r",
        "resource-specifications": [{ "@type": "DefaultResourceSpec", name: "mem", value: { type: "SCALAR", scalar: { value: mem } } }],
        "volume-specifications": [],
      },
    },
  ],
});

test("differences have paths; list entries are identified by their own names", () => {
  expect(specDifferences(spec(3, 1, { A: "1", B: "2" }), spec(3, 2, { A: "1", C: "2" }))).toEqual(["node.B", "node.C", "node.mem"]);
});

test("the number of nodes is not a difference of one node", () => {
  expect(specDifferences(spec(3, 1, {}), spec(4, 1, {}))).toEqual([]);
});
