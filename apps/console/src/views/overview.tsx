import { Empty } from "../parts/empty.tsx";
import { StatusMark } from "../parts/status.tsx";
import { type InstanceInfo, type KnownInstance, planIn, stepInFocus, stepsOf } from "../state/cluster.ts";
import { connection, known } from "../state/live.ts";
import { countText, linkTo, OWN, statusText, toneOf } from "../words.ts";
import { FiguresView } from "./figures.tsx";

/** The overview of all instances: their nodes, their rollouts, and their problems. */
export function Overview() {
  const instances = [...known().values()].flatMap((instance) => (instance.info ? [[instance, instance.info] as const] : []));
  instances.sort(([, one], [, other]) => one.service.localeCompare(other.service));
  return (
    <main>
      <h1 tabIndex={-1}>Services</h1>
      {instances.length === 0 ? (
        connection.value.state === "live" ? (
          <Empty title="Nothing runs here yet">
            Deploy a definition: <code>reeve deploy cluster.yaml</code>
          </Empty>
        ) : (
          <Empty title="Waiting for the service…" />
        )
      ) : (
        <ul class="services">
          {instances.map(([instance, info]) => (
            <li key={info.service}>
              <Service instance={instance} info={info} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={linkTo(OWN, "definition")}>Edit the definition</a>
      </p>
      <FiguresView />
    </main>
  );
}

function Service({ instance, info }: { readonly instance: KnownInstance; readonly info: InstanceInfo }) {
  const { service, kind, revision, simulated, engine, nodes } = info;
  const moving = plansToShow(instance, info);
  return (
    <article class="service">
      <header>
        <h2>
          <a href={linkTo(service)}>{service}</a>
        </h2>
        <span class="kind">
          {kind} {revision}
        </span>
        <span class="tag">{simulated ? "simulated" : engine}</span>
      </header>
      <p class="nodes">
        <Share part={nodes.running} of={nodes.count} />
        <span>
          {nodes.running} of {nodes.count} nodes run
        </span>
      </p>
      {moving.map((name) => (
        <Moving key={name} service={service} name={name} instance={instance} />
      ))}
      {moving.length === 0 && (
        <p>
          <StatusMark status="COMPLETE" words="at rest" />
        </p>
      )}
    </article>
  );
}

/** The plans of an instance that are not complete. */
function plansToShow(instance: KnownInstance, { plans }: InstanceInfo): readonly string[] {
  return Object.keys(plans).filter((name) => plans[name] !== "COMPLETE" && planIn(instance, name));
}

function Moving({ service, name, instance }: { service: string; name: string; instance: KnownInstance }) {
  const plan = planIn(instance, name);
  if (!plan) return null;
  const { done, all } = stepsOf(plan);
  const step = stepInFocus(plan);
  return (
    <div class="moving">
      <p>
        <a href={linkTo(service, "plans", name)}>
          <StatusMark status={plan.status} words={`${name} ${statusText(plan.status)}`} />
        </a>
        <span class="count">
          {done} of {countText(all, "step")}
        </span>
      </p>
      <progress class={toneOf(plan.status)} max={all} value={done} aria-label={`${name}: steps done`} />
      {step && (
        <p class="reason">
          {step.name}
          {step.reason ? `: ${step.reason}` : ` is ${statusText(step.status)}`}
        </p>
      )}
    </div>
  );
}

/** A bar whose filled part shows a share of a whole. */
function Share({ part, of }: { readonly part: number; readonly of: number }) {
  return <meter min={0} max={Math.max(of, 1)} low={of} optimum={of} value={part} aria-label="running nodes" />;
}
