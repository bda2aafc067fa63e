import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import { countOf, grouped, statusWords, stepsDone } from "@reeve/terminal";
import { useMemo } from "preact/hooks";
import { MOVES, planActions, stepActions } from "../actions/plans.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { StatusMark } from "../parts/status.tsx";
import { Took } from "../parts/took.tsx";
import { type InstanceInfo, planIn } from "../state/cluster.ts";
import { linkTo, toneOf } from "../words.ts";
import type { PartProps } from "./instance.tsx";
import { MovesView } from "./moves.tsx";

/** Shows the plans of an instance, and the selected plan as a tree that is updated live. */
export function PlansView({ instance, info, rest: [wanted] }: PartProps) {
  const names = Object.keys(info.plans);
  const name = wanted ?? names[0];
  const plan = name === undefined ? undefined : planIn(instance, name);
  if (name === undefined) return <Empty title="No plan has begun yet" />;
  return (
    <>
      <nav class="choice" aria-label="Plans">
        {names.map((each) => (
          <a key={each} href={linkTo(info.service, "plans", each)} aria-current={each === name ? "true" : undefined}>
            {each} <StatusMark status={info.plans[each] ?? ""} />
          </a>
        ))}
      </nav>
      {!plan && <Empty title={`There is no plan "${name}" here`} />}
      {name === MOVES && plan && plan.status !== "COMPLETE" && <MovesView info={info} />}
      {plan && <Tree key={name} info={info} name={name} plan={plan} />}
    </>
  );
}

interface PlanProps {
  readonly info: InstanceInfo;
  readonly name: string;
  readonly plan: Plan;
}

function Tree(props: PlanProps) {
  const { info, name, plan } = props;
  const controls = planActions(info, name, plan);
  const { done, all } = stepsDone(plan);
  return (
    <section class="plan" aria-labelledby="plan">
      <header>
        <h2 id="plan">{name}</h2>
        <StatusMark status={plan.status} />
        {all > 0 && (
          <span class="count">
            {done} of {countOf(all, "step")}
          </span>
        )}
        <span class="count">
          <Took of={plan} />
        </span>
        {controls.length > 0 && (
          <div class="buttons start">
            <ActionButtons actions={controls} />
          </div>
        )}
      </header>
      <progress class={toneOf(plan.status)} max={Math.max(all, 1)} value={all === 0 ? 1 : done} aria-label={`${name}: steps done`} />
      {plan.errors.map((error) => (
        <FailureNote key={String(error)} sentence={String(error)} />
      ))}
      {plan.phases.length === 0 && <Empty title="This plan has no steps" />}
      <ul class="phases">
        {plan.phases.map((phase) => (
          <li key={phase.id}>
            <p class="phase">
              <strong>{phase.name}</strong> <StatusMark status={phase.status} />
              {phase.strategy && <span class="kind">{phase.strategy}</span>}
            </p>
            <Steps {...props} phase={phase} />
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
}

/**
 * Draws all steps of a small phase. For a large phase, draws the steps that are neither complete nor pending, above a table of all steps.
 */
function Steps(props: PhaseProps) {
  const { steps } = props.phase;
  if (steps.length <= MAX_STEPS) return <StepList {...props} steps={steps} />;
  const open = steps.filter(({ status }) => status !== "COMPLETE" && status !== "PENDING");
  return (
    <>
      <p class="count">{countsOf(steps)}</p>
      <StepList {...props} steps={open.slice(0, MAX_STEPS)} />
      <StepTable {...props} />
    </>
  );
}

function StepTable(props: PhaseProps) {
  const { info, name, phase } = props;
  const hasActions = phase.steps.some((step) => stepActions(info, name, phase, step).length > 0);
  const columns = useMemo(
    () => (hasActions ? [...stepColumns, { ...ACTIONS, cell: (step: Step) => <StepControls {...props} step={step} /> }] : stepColumns),
    [hasActions, info.kind, info.revision, phase.name],
  );
  return <DataList label={`Steps of ${phase.name}`} rows={phase.steps} keyOf={({ id }) => id} columns={columns} />;
}

const stepColumns: readonly ListColumn<Step>[] = [
  { head: "Step", cell: ({ name }) => name },
  { head: "Status", cell: ({ status }) => <StatusMark status={status} /> },
  { head: "Took", class: "number minor", cell: (step) => <Took of={step} /> },
  { head: "Reason", class: "wide", cell: ({ reason, purpose }) => reason ?? purpose ?? "" },
];

const ACTIONS = { head: "Actions", class: "actions" } as const;

function StepControls({ info, name, phase, step }: PhaseProps & { readonly step: Step }) {
  return (
    <span class="controls">
      <ActionButtons inRow actions={stepActions(info, name, phase, step)} />
    </span>
  );
}

function StepList(props: PhaseProps & { readonly steps: readonly Step[] }) {
  return (
    <ul class="steps">
      {props.steps.map((step) => (
        <li key={step.id}>
          <span class="name">{step.name}</span>
          <StatusMark status={step.status} />
          <span class="count">
            <Took of={step} />
          </span>
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
  return [...counts].map(([status, count]) => `${grouped(count)} ${statusWords(status)}`).join(", ");
}
