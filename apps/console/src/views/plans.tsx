import type { Phase, Step } from "@reeve/scheduler-models";
import { useEffect, useState } from "preact/hooks";
import { MOVES, stepActions } from "../actions/plans.ts";
import { Empty, Failure } from "../parts/empty.tsx";
import { List } from "../parts/list.tsx";
import { Status } from "../parts/status.tsx";
import { planIn, stepsOf } from "../state/cluster.ts";
import { countOf, linkTo, shown, statusWords, toneOf, took } from "../words.ts";
import type { PartProps } from "./instance.tsx";
import { Moves } from "./moves.tsx";
import { PlanControls, type PlanProps, StepControls } from "./plan-controls.tsx";

/** Shows the plans of an instance, and the selected plan as a tree that is updated live. */
export function Plans({ instance, info, rest: [wanted] }: PartProps) {
  const names = Object.keys(info.plans);
  const name = wanted ?? names[0];
  const plan = name === undefined ? undefined : planIn(instance, name);
  if (name === undefined) return <Empty title="No plan has begun yet" />;
  return (
    <>
      <nav class="choice" aria-label="Plans">
        {names.map((each) => (
          <a key={each} href={linkTo(info.service, "plans", each)} aria-current={each === name ? "true" : undefined}>
            {each} <Status status={info.plans[each] ?? ""} />
          </a>
        ))}
      </nav>
      {!plan && <Empty title={`There is no plan "${name}" here`} />}
      {name === MOVES && plan && plan.status !== "COMPLETE" && <Moves info={info} />}
      {plan && <Tree key={name} info={info} name={name} plan={plan} />}
    </>
  );
}

function Tree(props: PlanProps) {
  const { name, plan } = props;
  const now = useNow(plan.status !== "COMPLETE");
  const { done, all } = stepsOf(plan);
  return (
    <section class="plan" aria-labelledby="plan">
      <header>
        <h2 id="plan">{name}</h2>
        <Status status={plan.status} />
        {all > 0 && (
          <span class="count">
            {done} of {countOf(all, "step")}
          </span>
        )}
        <span class="count">{took(plan.started_at, plan.completed_at, now)}</span>
        <PlanControls {...props} />
      </header>
      <progress
        class={toneOf(plan.status)}
        max={Math.max(all, 1)}
        value={all === 0 ? 1 : done}
        aria-label={`${name}: steps done`}
      />
      {plan.errors.map((error) => (
        <Failure key={String(error)} sentence={String(error)} />
      ))}
      {plan.phases.length === 0 && <Empty title="This plan has no steps" />}
      <ul class="phases">
        {plan.phases.map((phase) => (
          <li key={phase.id}>
            <p class="phase">
              <strong>{phase.name}</strong> <Status status={phase.status} />
              {phase.strategy && <span class="kind">{phase.strategy}</span>}
            </p>
            <Steps {...props} phase={phase} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The largest number of steps for which a phase is drawn as a tree. A phase with more steps is drawn as a table. */
const MAX_STEPS = 60;

interface PhaseProps extends PlanProps {
  readonly phase: Phase;
  readonly now: number;
}

/**
 * Draws all steps of a small phase. For a large phase, draws the steps that are neither complete nor pending, above a table of all steps.
 */
function Steps(props: PhaseProps) {
  const { info, name, phase, now } = props;
  if (phase.steps.length <= MAX_STEPS) return <StepList {...props} steps={phase.steps} />;
  const hasActions = phase.steps.some((step) => stepActions(info, name, phase, step).length > 0);
  const open = phase.steps.filter(({ status }) => status !== "COMPLETE" && status !== "PENDING");
  return (
    <>
      <p class="count">{countsOf(phase.steps)}</p>
      <StepList {...props} steps={open.slice(0, MAX_STEPS)} />
      <List
        label={`Steps of ${phase.name}`}
        rows={phase.steps}
        keyOf={({ id }) => id}
        columns={[
          { head: "Step", cell: ({ name }) => name },
          { head: "Status", cell: ({ status }) => <Status status={status} /> },
          { head: "Took", class: "number minor", cell: (step) => took(step.started_at, step.completed_at, now) },
          { head: "Reason", class: "wide", cell: ({ reason, purpose }) => reason ?? purpose ?? "" },
          ...(hasActions
            ? [{ head: "Actions", class: "actions", cell: (step: Step) => <StepControls {...props} step={step} /> }]
            : []),
        ]}
      />
    </>
  );
}

function StepList(props: PhaseProps & { readonly steps: readonly Step[] }) {
  const { steps, now } = props;
  return (
    <ul class="steps">
      {steps.map((step) => (
        <li key={step.id}>
          <span class="name">{step.name}</span>
          <Status status={step.status} />
          <span class="count">{took(step.started_at, step.completed_at, now)}</span>
          <span class="reason">{step.reason ?? step.purpose}</span>
          <StepControls {...props} step={step} />
        </li>
      ))}
    </ul>
  );
}

/** The number of steps in each status, such as `312 complete, 1 in progress, 687 pending`. */
function countsOf(steps: readonly Step[]): string {
  const counts = new Map<string, number>();
  for (const { status } of steps) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${shown(count)} ${statusWords(status)}`).join(", ");
}

/** The current time, which is updated every second while the plan is running. */
function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
