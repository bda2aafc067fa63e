import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colours, plain, type Style } from "../text/style.ts";
import { displayWidth } from "../text/width.ts";
import { localTime, utcTime } from "../words.ts";
import { planChanges } from "./changes.ts";
import type { PlanView } from "./plan-view.ts";
import { progressLines } from "./progress.ts";
import { planTree } from "./tree.ts";

const now = Date.parse("2026-11-20T02:20:10Z");
const at = (time: string) => `2026-11-20T${time}Z`;
const view = (style: Partial<Style> = {}): PlanView => ({
  name: "deploy",
  now,
  times: localTime(() => 0),
  style: { ...plain, ...style },
});

function step(name: string, status: string, more: Partial<Step> = {}): Step {
  return { id: `id-${name}`, name, status, message: "", ...more };
}

function phase(name: string, status: string, steps: readonly Step[], more: Partial<Phase> = {}): Phase {
  return { id: `id-${name}`, name, status, steps, ...more };
}

const failingPlan: Plan = {
  status: "IN_PROGRESS",
  errors: [],
  started_at: at("02:14:07"),
  phases: [
    phase("Reconciliation", "COMPLETE", [step("reconciliation", "COMPLETE")]),
    phase("Update to: 1915bcad-1235-400f-8406-4ac7555a7d34", "IN_PROGRESS", [
      step("broker-0", "COMPLETE", { started_at: at("02:14:10"), completed_at: at("02:14:51.5") }),
      step("broker-1", "IN_PROGRESS", {
        started_at: at("02:14:52"),
        message: "3 partitions under-replicated: orders/0 orders/2 payments/7",
      }),
      step("broker-2", "PENDING"),
    ]),
  ],
};

describe("a plan as a tree", () => {
  test("in 200 columns", () => {
    expect(planTree(failingPlan, view({ width: 200 }))).toEqual([
      "deploy  IN PROGRESS  2 of 4 steps · since 02:14:07 (6 min)",
      "├─ Reconciliation  complete",
      "└─ Update to: 1915bcad-1235-400f-8406-4ac7555a7d34",
      "   ├─ broker-0  complete     41 s",
      "   ├─ broker-1  in progress  5 min  ! 3 partitions under-replicated: orders/0 orders/2 payments/7",
      "   └─ broker-2  pending",
    ]);
  });

  test("in 80 columns: the reason goes below, and is whole", () => {
    expect(planTree(failingPlan, view({ width: 80 }))).toEqual([
      "deploy  IN PROGRESS  2 of 4 steps · since 02:14:07 (6 min)",
      "├─ Reconciliation  complete",
      "└─ Update to: 1915bcad-1235-400f-8406-4ac7555a7d34",
      "   ├─ broker-0  complete     41 s",
      "   ├─ broker-1  in progress  5 min",
      "   │    ! 3 partitions under-replicated: orders/0 orders/2 payments/7",
      "   └─ broker-2  pending",
    ]);
  });

  test("in ASCII", () => {
    expect(planTree(failingPlan, view({ width: 80, unicode: false }))).toEqual([
      "deploy  IN PROGRESS  2 of 4 steps - since 02:14:07 (6 min)",
      "|- Reconciliation  complete",
      "`- Update to: 1915bcad-1235-400f-8406-4ac7555a7d34",
      "   |- broker-0  complete     41 s",
      "   |- broker-1  in progress  5 min",
      "   |    ! 3 partitions under-replicated: orders/0 orders/2 payments/7",
      "   `- broker-2  pending",
    ]);
  });

  test("in colour says the same", () => {
    const painted = planTree(failingPlan, view({ width: 80, paint: colours })).join("\n");
    expect(painted).toContain("\u001b[36min progress\u001b[39m");
    expect(painted).toContain("\u001b[33m! 3 partitions");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is taken out
    expect(painted.replace(/\u001b\[\d+m/g, "").split("\n")).toEqual(planTree(failingPlan, view({ width: 80 })));
  });

  test("with times of a pipe", () => {
    const [first] = planTree(failingPlan, { ...view(), times: utcTime });
    expect(first).toBe("deploy  IN PROGRESS  2 of 4 steps · since 2026-11-20T02:14:07Z (6 min)");
  });

  test("that is complete, and one without times", () => {
    const complete: Plan = {
      status: "COMPLETE",
      errors: [],
      started_at: at("02:14:07"),
      completed_at: at("02:16:00"),
      phases: [phase("node-deploy", "COMPLETE", [step("node-0", "COMPLETE"), step("node-1", "COMPLETE")])],
    };
    expect(planTree(complete, view())).toEqual([
      "deploy  COMPLETE  2 of 2 steps · ended 02:16:00 · took 1 min",
      "└─ node-deploy",
      "   ├─ node-0  complete",
      "   └─ node-1  complete",
    ]);
    expect(planTree({ status: "WAITING", errors: [], phases: [] }, view())).toEqual(["deploy  WAITING  0 of 0 steps"]);
  });

  test("with errors shows them below", () => {
    const failed: Plan = {
      status: "ERROR",
      errors: ["node-1: exit code 137", { cause: "disk" }],
      phases: [phase("deploy", "ERROR", [step("node-1", "ERROR", { message: "exit code 137\u001b[2J" })])],
    };
    expect(planTree(failed, view())).toEqual([
      "deploy  ERROR  0 of 1 step",
      "└─ deploy",
      "   └─ node-1  error  ! exit code 137\\x1b[2J",
      "! node-1: exit code 137",
      '! {"cause":"disk"}',
    ]);
  });

  test("of 10,000 steps fits on a screen, and shows what goes on and what failed", () => {
    const steps = Array.from({ length: 10_000 }, (_, index) =>
      step(`node-${index}`, index < 4_000 ? "COMPLETE" : index === 4_000 ? "ERROR" : index < 4_003 ? "STARTING" : "PENDING"),
    );
    const large: Plan = { status: "ERROR", errors: [], phases: [phase("deploy", "IN_PROGRESS", steps)] };
    expect(planTree(large, view({ width: 80 }))).toEqual([
      "deploy  ERROR  4,000 of 10,000 steps",
      "└─ deploy",
      "   ├─ node-0 to node-3999     complete  4,000 steps",
      "   ├─ node-4000               error",
      "   ├─ node-4001               starting",
      "   ├─ node-4002               starting",
      "   └─ node-4003 to node-9999  pending   5,997 steps",
    ]);
    expect(planTree(large, view(), Number.POSITIVE_INFINITY)).toHaveLength(10_002);
  });

  test("says why a step waits that is not under way, in a phase of its own and among many", () => {
    const waits = step("broker-0", "PENDING", { message: "waits for broker-1, which is paused" });
    const recovery: Plan = { status: "PENDING", errors: [], phases: [phase("broker-0", "PENDING", [waits])] };
    expect(planTree(recovery, view()).slice(1)).toEqual(["└─ broker-0", "   └─ broker-0  pending  ! waits for broker-1, which is paused"]);
    const quiet = Array.from({ length: 5_000 }, (_, index) => step(`node-${index}`, "PENDING"));
    const kept = Array.from({ length: 5_000 }, (_, index) => step(`kept-${index}`, "PENDING", { message: "no offers" }));
    const large: Plan = {
      status: "PENDING",
      errors: [],
      phases: [phase("deploy", "PENDING", [...quiet, waits, ...kept])],
    };
    expect(planTree(large, view()).slice(1)).toEqual([
      "└─ deploy",
      "   ├─ node-0 to node-4999  pending  5,000 steps",
      "   ├─ broker-0             pending  ! waits for broker-1, which is paused",
      "   └─ kept-0 to kept-4999  pending  5,000 steps  ! no offers",
    ]);
    const phases = Array.from({ length: 40 }, (_, index) =>
      phase(`p-${index}`, "PENDING", [step("s", "PENDING", index === 20 ? { message: "no offers" } : {})]),
    );
    expect(planTree({ status: "PENDING", errors: [], phases }, view()).slice(1)).toEqual([
      "├─ p-0 to p-19   pending  20 phases",
      "├─ p-20",
      "│  └─ s  pending  ! no offers",
      "└─ p-21 to p-39  pending  19 phases",
    ]);
  });

  test("of 10,000 steps in a muddle shows those that failed, and counts the rest", () => {
    const muddle = ["COMPLETE", "PENDING"];
    const steps = Array.from({ length: 10_000 }, (_, index) => step(`node-${index}`, muddle[index % 2] ?? ""));
    const large = (more: readonly Step[]): Plan => ({
      status: "IN_PROGRESS",
      errors: [],
      phases: [phase("deploy", "IN_PROGRESS", [...steps, ...more])],
    });
    expect(planTree(large([]), view({ width: 80 })).slice(1)).toEqual(["└─ deploy", "   └─ 10,000 steps  5,000 complete, 5,000 pending"]);
    expect(planTree(large([step("late", "ERROR", { message: "no disk" })]), view({ width: 80 })).slice(1)).toEqual([
      "└─ deploy",
      "   ├─ late                   error  ! no disk",
      "   └─ and 10,000 more steps  5,000 complete, 5,000 pending",
    ]);
  });

  test("whatever a plan is, few lines tell it, none is too wide, and no step that failed is missing while there is room", () => {
    const statuses = fc.constantFrom("COMPLETE", "PENDING", "IN_PROGRESS", "WAITING", "ERROR", "NEW_ONE");
    const steps = fc
      .array(statuses, { maxLength: 400 })
      .map((all) => all.map((status, index) => step(`s${index}\u001b漢`, status, { message: "why\n".repeat(index % 40) })));
    const plans = fc.array(fc.tuple(statuses, steps), { maxLength: 3 }).map(
      (phases): Plan => ({
        status: "IN_PROGRESS",
        errors: [],
        phases: phases.map(([status, all], index) => phase(`p${index}`, status, all)),
      }),
    );
    fc.assert(
      fc.property(plans, fc.integer({ min: 30, max: 120 }), fc.boolean(), (plan, width, unicode) => {
        const lines = planTree(plan, view({ width, unicode }), 10);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        // A heading, and for each of the three phases a line, ten steps and the lines of their reasons.
        expect(lines.length).toBeLessThanOrEqual(1 + 3 * (1 + 10 * 6));
        for (const { steps: all } of plan.phases) {
          const failed = all.filter(({ status }) => status === "ERROR");
          const shown = lines.filter((line) => / error(?: |$)/.test(line)).length;
          if (failed.length < 10) expect(shown).toBeGreaterThanOrEqual(failed.length);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("what changed", () => {
  test("at first: how it stands, and what goes on", () => {
    expect(planChanges(undefined, failingPlan, view())).toEqual([
      "02:20:10  deploy  in progress  2 of 4 steps",
      "02:20:10  deploy  Update to: 1915bcad-1235-400f-8406-4ac7555a7d34/broker-1  in progress  3 partitions under-replicated: orders/0 orders/2 payments/7",
    ]);
  });

  test("at first: also what keeps a step whose turn has not come", () => {
    const waits = step("broker-0", "PENDING", { message: "Broker-0 is PENDING: waits for broker-1" });
    const plan: Plan = { status: "PENDING", errors: [], phases: [phase("broker-0", "PENDING", [waits])] };
    expect(planChanges(undefined, plan, view()).at(-1)).toBe("02:20:10  deploy  broker-0/broker-0  pending  waits for broker-1");
    expect(progressLines([{ owner: "kafka", name: "recovery", plan }], { ...plain, width: 120 })[0]).toMatch(
      /0 of 1 {2}broker-0 waits for broker-1$/,
    );
  });

  test("is a line each", () => {
    const [reconciliation, update] = failingPlan.phases as [Phase, Phase];
    const steps = [
      step("broker-0", "COMPLETE"),
      step("broker-1", "COMPLETE", { message: "deployed" }),
      step("broker-2", "STARTING", { message: "launching\n" }),
    ];
    const next = { ...failingPlan, phases: [reconciliation, { ...update, name: "Update", steps }], errors: ["slow"] };
    expect(planChanges(failingPlan, next, { ...view(), times: utcTime })).toEqual([
      "2026-11-20T02:20:10Z  deploy  Update/broker-1  complete",
      "2026-11-20T02:20:10Z  deploy  Update/broker-2  starting  launching",
      "2026-11-20T02:20:10Z  deploy  error: slow",
    ]);
    expect(planChanges(next, next, view())).toEqual([]);
  });

  test("tells the last step before the plan that it completes", () => {
    const one = (status: string): Plan => ({
      status,
      errors: [],
      phases: [phase("deploy", status, [step("node-0", status)])],
    });
    expect(planChanges(one("IN_PROGRESS"), one("COMPLETE"), view())).toEqual([
      "02:20:10  deploy  deploy/node-0  complete",
      "02:20:10  deploy  complete  1 of 1 step",
    ]);
  });

  test("a plan that another one has replaced is reported as replaced", () => {
    const other: Plan = { ...failingPlan, phases: [phase("Update to: 2", "PENDING", [step("broker-9", "PENDING")])] };
    expect(planChanges(failingPlan, other, view())).toEqual(["02:20:10  deploy  in progress  0 of 1 step  (a new rollout)"]);
  });
});

describe("rollouts with bars", () => {
  const complete: Plan = { status: "COMPLETE", errors: [], phases: [] };
  const rollouts = [
    { owner: "broker", name: "deploy", plan: failingPlan },
    { owner: "wide-column", name: "deploy", plan: complete },
    {
      owner: "file-system",
      name: "deploy",
      plan: { ...complete, status: "PENDING", phases: [phase("p", "PENDING", [step("a", "PENDING")])] },
    },
  ];

  test("in 120 columns", () => {
    expect(progressLines(rollouts, { ...plain, width: 120 })).toEqual([
      "broker       deploy  ━━━━━━━━━━━━━━╸───────────────  2 of 4  broker-1 3 partitions under-replicated: orders/0 orders/2 …",
      "wide-column  deploy  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  done",
      "file-system  deploy  ──────────────────────────────  0 of 1  pending",
    ]);
  });

  test("a plan that could not be read shows the reason", () => {
    const all = [...rollouts, { owner: "nope", failure: "nothing listens\nthere" }];
    const bar = " ".repeat(30);
    expect(progressLines(all, { ...plain, width: 120 }).at(-1)).toBe(`nope         –       ${bar}  –       nothing listens\\nthere`);
  });

  test.each([40, 80, 120])("in %d columns nothing is cut of why one has failed", (width) => {
    const message = "the port 9092 of the agent is taken by another process: choose another one, or end that process first";
    const failed: Plan = {
      status: "ERROR",
      errors: [],
      phases: [phase("p", "ERROR", [step("broker-1", "ERROR", { message })])],
    };
    const lines = progressLines(
      [
        { owner: "kafka", name: "deploy", plan: failed },
        { owner: "gone", failure: message },
      ],
      { ...plain, width },
    );
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    const words = lines.join(" ").replaceAll(/\s+/g, " ");
    expect(words).toContain(`failed: broker-1 ${message}`);
    expect(words.match(/end that process first/g)).toHaveLength(2);
  });

  test("in ASCII and 60 columns", () => {
    expect(progressLines(rollouts, { ...plain, width: 60, unicode: false })).toEqual([
      "broker       deploy  ==>...  2 of 4  broker-1 3 partition...",
      "wide-column  deploy  ======  done",
      "file-system  deploy  ......  0 of 1  pending",
    ]);
  });
});

test("a step that an operator skipped shows as such in the plan, its changes and the progress of a complete rollout", () => {
  const reason = "skipped: an operator forced the step to complete before it began";
  const skipped = step("broker-1", "COMPLETE", { reason });
  const plan: Plan = {
    status: "COMPLETE",
    errors: [],
    phases: [phase("Update", "COMPLETE", [step("broker-0", "COMPLETE"), skipped])],
  };
  expect(planTree(plan, view({ width: 200 })).at(-1)).toMatch(/broker-1 {2}complete .*skipped: an operator/);
  expect(planChanges(undefined, plan, view()).join("\n")).toContain(`Update/broker-1  complete  ${reason}`);
  const [line] = progressLines([{ owner: "kafka", name: "deploy", plan }], { ...plain, width: 200 });
  expect(line).toMatch(/done {2}skipped or forced by an operator: broker-1$/);
});
