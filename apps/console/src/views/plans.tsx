import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import { useEffect, useState } from "preact/hooks";
import { canDo, propose } from "../parts/agreement.tsx";
import { Empty } from "../parts/empty.tsx";
import { Status } from "../parts/status.tsx";
import { type InstanceInfo, planIn, stepsOf } from "../state/cluster.ts";
import { countOf, toneOf, took } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** The plans of an instance, and one of them as a tree that moves. */
export function Plans({ instance, info, rest: [wanted] }: PartProps) {
  const names = Object.keys(info.plans);
  const moving = names.find((name) => info.plans[name] !== "COMPLETE");
  const name = wanted !== undefined && names.includes(wanted) ? wanted : (moving ?? names[0]);
  const plan = name === undefined ? undefined : planIn(instance, name);
  if (name === undefined || !plan) return <Empty title="There is no plan yet" />;
  return (
    <>
      <nav class="choice" aria-label="Plans">
        {names.map((each) => (
          <a
            key={each}
            href={`#/${encodeURIComponent(info.service)}/plans/${encodeURIComponent(each)}`}
            aria-current={each === name ? "true" : undefined}
          >
            {each} <Status status={info.plans[each] ?? ""} />
          </a>
        ))}
      </nav>
      <Controls info={info} name={name} plan={plan} />
      <Tree name={name} plan={plan} />
    </>
  );
}

function Controls({ info, name, plan }: { readonly info: InstanceInfo; readonly name: string; readonly plan: Plan }) {
  // Where a revision has one plan only, its controls take no name.
  const named = canDo(info, "plans.list") ? { plan: name } : {};
  const control = (verb: "continue" | "interrupt", title: string, about: string) => {
    if (!canDo(info, `plans.${verb}`)) return null;
    const call = { name: `plans.${verb}`, input: named };
    return (
      <button type="button" onClick={() => propose({ info, title, about, call })}>
        {title.split(" ")[0]}
      </button>
    );
  };
  if (plan.status === "COMPLETE") return null;
  return (
    <div class="buttons start">
      {control("continue", `Continue ${name}`, "Steps that wait for it begin.")}
      {control(
        "interrupt",
        `Interrupt ${name}`,
        "Steps in progress end; no further step begins until it is continued.",
      )}
    </div>
  );
}

/** Steps of a phase that are drawn unless more are asked for. */
const MOST_STEPS = 60;

function Tree({ name, plan }: { readonly name: string; readonly plan: Plan }) {
  const now = useNow(plan.status !== "COMPLETE");
  const { done, all } = stepsOf(plan);
  return (
    <section class="plan" aria-labelledby="plan">
      <header>
        <h2 id="plan">{name}</h2>
        <Status status={plan.status} />
        <span class="count">
          {done} of {countOf(all, "step")}
        </span>
        <span class="count">{took(plan.started_at, plan.completed_at, now)}</span>
      </header>
      <progress
        class={toneOf(plan.status)}
        max={Math.max(all, 1)}
        value={all === 0 ? 1 : done}
        aria-label={`${name}: steps done`}
      />
      {plan.phases.length === 0 && <Empty title="It has nothing to do" />}
      <ul class="phases">
        {plan.phases.map((phase) => (
          <li key={phase.id}>
            <PhaseTree phase={phase} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PhaseTree({ phase, now }: { readonly phase: Phase; readonly now: number }) {
  const [isWhole, setWhole] = useState(false);
  const steps = isWhole ? phase.steps : mostInteresting(phase.steps);
  const left = phase.steps.length - steps.length;
  return (
    <>
      <p class="phase">
        <strong>{phase.name}</strong> <Status status={phase.status} />
        {phase.strategy && <span class="kind">{phase.strategy}</span>}
      </p>
      <ul class="steps">
        {steps.map((step) => (
          <li key={step.id}>
            <span class="name">{step.name}</span>
            <Status status={step.status} />
            <span class="count">{took(step.started_at, step.completed_at, now)}</span>
            {(step.reason ?? step.purpose) && <span class="reason">{step.reason ?? step.purpose}</span>}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="plain" onClick={() => setWhole(true)}>
          show {countOf(left, "more step")}
        </button>
      )}
    </>
  );
}

/** All steps of a small phase; of a large one those that move, in their order. */
function mostInteresting(steps: readonly Step[]): readonly Step[] {
  if (steps.length <= MOST_STEPS) return steps;
  const moving = steps.filter(({ status }) => status !== "COMPLETE" && status !== "PENDING");
  const chosen = new Set([...moving, ...steps].slice(0, MOST_STEPS));
  return steps.filter((step) => chosen.has(step));
}

/** The time, each second while it matters. */
function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
