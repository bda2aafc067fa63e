import type { Figures as Values } from "@reeve/scheduler-models";
import { Plot } from "../parts/plot.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { session } from "../state/session.ts";
import { bytes } from "../words.ts";

/** Figures of the last hour. */
export function Figures() {
  const { value } = useAnswer(readFigures, "figures", 10_000);
  if (!value) return null;
  const { interval, values } = value;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">The last hour</h2>
      <div class="plots">
        <Plot title="Requests a second" values={values.requests} interval={interval} shown={(of) => of.toFixed(1)} />
        <Plot title="Steps under way" values={values.steps} interval={interval} shown={String} />
        <Plot title="Nodes that run" values={values.nodes} interval={interval} shown={String} />
        <Plot title="Memory of the service" values={values.memory} interval={interval} shown={bytes} />
      </div>
    </section>
  );
}

async function readFigures(): Promise<Values> {
  const headers = { authorization: `token=${session.value?.token}` };
  const answer = await fetch("/reeve/v1/figures", { headers });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  return answer.json();
}
