import { decodeInput } from "@reeve/contract";
import { expect, test } from "vitest";
import { NamedPlanInput, PlanInput, StepInput } from "./plan-inputs.ts";

test("without a name the plan is deploy", () => {
  expect(decodeInput(PlanInput, {})).toEqual({ ok: true, value: { plan: "deploy" } });
});

test("a plan that must be named is not guessed", () => {
  expect(decodeInput(NamedPlanInput, {})).toEqual({ ok: false, issues: ["plan: missing"] });
});

test("a step needs its phase", () => {
  expect(decodeInput(StepInput, { phase: "Deploy", step: "broker-1" }).ok).toBe(true);
  expect(decodeInput(StepInput, { phase: "Deploy" }).ok).toBe(true);
  expect(decodeInput(StepInput, { step: "broker-1" })).toEqual({
    ok: false,
    issues: ["phase: expected the name or id of the phase that contains the step"],
  });
});

test.each(["", ".", "..", "a/b", "a b", "a\n"])("%j is no name of a plan", (plan) => {
  expect(decodeInput(PlanInput, { plan }).ok).toBe(false);
});
