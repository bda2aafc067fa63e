import { readAnswer } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { planAnswer } from "./plan-answer.ts";
import { isDecisionPoint } from "./readers.ts";

const read = (body: unknown, status = 200) => {
  const answer = readAnswer(planAnswer, { status, body });
  if (!answer.ok) throw new Error(answer.issues[0]);
  return answer.value;
};

const step = { id: "s", name: "broker-0", status: "COMPLETE", message: "Broker-0 is COMPLETE" };
const phase = { id: "p", name: "Deploy", status: "COMPLETE", steps: [step] };
const plan = { phases: [phase], errors: [], status: "COMPLETE" };

const block = {
  id: "s",
  name: "broker-0",
  status: "InProgress",
  message: "Broker-0 is InProgress",
  hasDecisionPoint: true,
};
const planOfR1 = {
  phases: [{ id: "p", name: "Deploy", status: "InProgress", blocks: [block], block_note: 1 }],
  errors: ["x"],
  status: "InProgress",
  extra: { kept: true },
};

test("a plan as the later revisions send it is given back as it came", () => {
  expect(read(plan)).toBe(plan);
});

describe("a plan as R1 sends it", () => {
  test("has steps and upper-case statuses, and keeps everything else", () => {
    expect(read(planOfR1)).toEqual({
      phases: [
        {
          id: "p",
          name: "Deploy",
          status: "IN_PROGRESS",
          steps: [{ ...block, status: "IN_PROGRESS" }],
          block_note: 1,
        },
      ],
      errors: ["x"],
      status: "IN_PROGRESS",
      extra: { kept: true },
    });
  });

  test("is itself not touched: the wire form stays as it came", () => {
    const before = structuredClone(planOfR1);
    read(planOfR1);
    expect(planOfR1).toEqual(before);
  });

  test("says where it does not fit in its own words", () => {
    const broken = {
      ...planOfR1,
      phases: [{ id: "p", name: "n", status: "Complete", blocks: [{ ...block, message: null }] }],
    };
    expect(() => read(broken)).toThrow("phases[0].blocks[0].message: expected a string, received null");
  });

  test("a field called __proto__ does no harm and is not lost", () => {
    const hostile = JSON.parse(
      '{"phases":[{"id":"p","name":"n","status":"Complete","blocks":[],"__proto__":{"status":"x"}}],"errors":[],"status":"Complete"}',
    );
    expect(JSON.stringify(read(hostile))).toContain('"__proto__":{"status":"x"}');
    expect(({} as { status?: string }).status).toBeUndefined();
  });
});

test("an unknown status is kept as it came", () => {
  const odd = { ...plan, status: "Frobbing", phases: [{ ...phase, status: "QUARANTINED" }] };
  expect(read(odd)).toMatchObject({ status: "Frobbing", phases: [{ status: "QUARANTINED" }] });
});

test("R1's flag is read in both of its spellings", () => {
  expect(isDecisionPoint({ ...step, hasDecisionPoint: true })).toBe(true);
  expect(isDecisionPoint({ ...step, has_decision_point: true })).toBe(true);
  expect(isDecisionPoint({ ...step, has_decision_point: false })).toBe(false);
  expect(isDecisionPoint(step)).toBe(false);
});

test("the statuses that carry a plan are 200, 202, 417 and 503", () => {
  expect(planAnswer.statuses).toEqual([200, 202, 417, 503]);
});

test.each(["upstream is down", null, "<html></html>", {}, [], { phases: null }])("a 503 of %j is no plan", (body) => {
  expect(readAnswer(planAnswer, { status: 503, body }).ok).toBe(false);
});
