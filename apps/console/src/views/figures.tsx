import type { Figures as Answered, FiguresOverTime } from "@reeve/scheduler-models";
import { bytes as bytesText } from "@reeve/terminal";
import { sendOwn } from "../definition/own.ts";
import { Plot } from "../parts/plot.tsx";
import { useAnswer } from "../parts/use-answer.ts";

/** Shows the metrics of the last hour, for one instance or for the whole service. */
export function FiguresView({ service }: { readonly service?: string }) {
  const { value } = useAnswer(
    async (): Promise<Answered> => (await sendOwn("/reeve/v1/figures")).json(),
    `figures of ${service ?? ""}`,
    10_000,
  );
  const values = service === undefined ? value?.values : value?.services[service];
  if (!value || !values) return null;
  const { interval } = value;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">The last hour</h2>
      <div class="plots">
        {plots.map(({ of, title, shown }) => (
          <Plot key={of} title={title} values={values[of]} interval={interval} shown={shown} />
        ))}
        {values.memory.length > 0 && (
          <Plot
            title={service === undefined ? "Memory of the service" : "Memory of its nodes"}
            values={values.memory}
            interval={interval}
            shown={bytesText}
          />
        )}
      </div>
    </section>
  );
}

const plots: readonly { readonly of: keyof FiguresOverTime; readonly title: string; readonly shown: (value: number) => string }[] = [
  { of: "requests", title: "Requests a second", shown: (value) => value.toFixed(1) },
  { of: "steps", title: "Steps in progress", shown: String },
  { of: "nodes", title: "Running nodes", shown: String },
];
