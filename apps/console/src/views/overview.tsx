import type { Plan } from "@reeve/scheduler-models";
import { countOf, statusWords, stepsDone } from "@reeve/terminal";
import { Empty } from "../parts/empty.tsx";
import { StatusMark } from "../parts/status.tsx";
import { type InstanceInfo, type KnownInstance, planIn, stepInFocus } from "../state/cluster.ts";
import { connection, known } from "../state/live.ts";
import { linkTo, OWN, toneOf } from "../words.ts";
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
  const moving = Object.keys(info.plans).flatMap((name) => {
    const plan = info.plans[name] === "COMPLETE" ? undefined : planIn(instance, name);
    return plan ? [{ name, plan }] : [];
  });
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
        <meter
          min={0}
          max={Math.max(nodes.count, 1)}
          low={nodes.count}
          optimum={nodes.count}
          value={nodes.running}
          aria-label="running nodes"
        />
        <span>
          {nodes.running} of {nodes.count} nodes run
        </span>
      </p>
      {moving.map(({ name, plan }) => (
        <Moving key={name} service={service} name={name} plan={plan} />
      ))}
      {moving.length === 0 && (
        <p>
          <StatusMark status="COMPLETE" words="at rest" />
        </p>
      )}
    </article>
  );
}

/** A plan that is not complete. */
function Moving({ service, name, plan }: { service: string; name: string; plan: Plan }) {
  const { done, all } = stepsDone(plan);
  const step = stepInFocus(plan);
  return (
    <div class="moving">
      <p>
        <a href={linkTo(service, "plans", name)}>
          <StatusMark status={plan.status} words={`${name} ${statusWords(plan.status)}`} />
        </a>
        <span class="count">
          {done} of {countOf(all, "step")}
        </span>
      </p>
      <progress class={toneOf(plan.status)} max={all} value={done} aria-label={`${name}: steps done`} />
      {step && (
        <p class="reason">
          {step.name}
          {step.reason ? `: ${step.reason}` : ` is ${statusWords(step.status)}`}
        </p>
      )}
    </div>
  );
}
