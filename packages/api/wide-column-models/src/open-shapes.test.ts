import { noteOn, readAnswer } from "@reeve/contract";
import { expect, test } from "vitest";
import { wideColumnApi } from "./api.ts";

const { nodes, restore } = wideColumnApi.operations;

const plan = (status: string, ...steps: readonly string[]) => ({
  status,
  errors: [],
  phases: [
    {
      id: "p",
      name: "Restore",
      status,
      steps: steps.map((each, index) => ({ id: `${index}`, name: `node-${index}`, status: each, message: "m" })),
    },
  ],
});

test.each([
  ["a status without a mode", nodes.status, { joined: true, load: 3 }, { joined: true, load: 3, mode: "UNKNOWN" }, true],
  ["a status with one", nodes.status, { mode: "NORMAL" }, { mode: "NORMAL" }, false],
  ["an info that is text", nodes.info, "node-0 on 10.0.0.1\n", { name: "", text: "node-0 on 10.0.0.1" }, true],
  ["an info without a name", nodes.info, { id: "node-0", x: 1 }, { id: "node-0", x: 1, name: "node-0" }, true],
  ["a restore without a message", restore.status, { status: "running" }, { status: "running", message: "" }, false],
  ["a restore with a null", restore.status, { status: "none", message: null }, { status: "none", message: "" }, false],
] as const)("%s is read as it came", (_, { output }, body, value, isNoted) => {
  const wire = { status: 200, body };
  expect(readAnswer<unknown>(output, wire)).toEqual({ ok: true, value });
  expect(noteOn<unknown>(output, wire) !== undefined).toBe(isNoted);
});

test.each([
  [nodes.status, []],
  [nodes.status, { mode: 3 }],
  [nodes.info, 3],
  [restore.status, { message: "x" }],
])("an answer of no known form is still refused", ({ output }, body) => {
  expect(readAnswer<unknown>(output, { status: 200, body }).ok).toBe(false);
});

test("a restore whose plan says that it is complete has failed where a step of it has", () => {
  const read = (body: unknown) => readAnswer(restore.status.output, { status: 200, body });
  expect(read(plan("COMPLETE", "COMPLETE"))).toMatchObject({ value: { status: "complete" } });
  expect(read(plan("COMPLETE", "COMPLETE", "ERROR"))).toMatchObject({ value: { status: "failed" } });
});
