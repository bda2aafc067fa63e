import type { TopicShare } from "@reeve/broker-models";
import type { NodeUsage } from "@reeve/scheduler-models";
import { bytes as bytesText, countOf } from "@reeve/terminal";
import { useEffect, useState } from "preact/hooks";
import { Plot } from "../parts/plot.tsx";
import { session } from "../state/session.ts";

/** The figures of one broker since the page was opened, one value for each interval. */
interface Series {
  data: readonly number[];
  memory: readonly number[];
  /** The seconds of processor time that the broker used in each second. */
  processor: readonly number[];
  /** The total processor time at the last value, and when it was read. */
  last: { readonly seconds: number; readonly at: number } | undefined;
}

/** The series of each broker, by service and node, so that they continue when the user returns to the page. */
const known = new Map<string, Map<string, Series>>();

// The next user of the page must not see them.
session.subscribe((login) => {
  if (!login) known.clear();
});

/** The number of values that a chart shows. */
const MAX_VALUES = 360;

/** The largest number of brokers that get charts of their own. */
const MAX_BROKERS = 12;

/** Charts of each broker: its data, memory and processor time since the page was opened. */
export function BrokerFigures(props: {
  readonly service: string;
  readonly interval: number;
  readonly usage: ReadonlyMap<string, NodeUsage>;
  readonly shares: ReadonlyMap<string, TopicShare>;
  /** Another object after each read of the shares. Each read gives each chart one value. */
  readonly answer: unknown;
}) {
  const { service, interval, usage, shares, answer } = props;
  const [, setCount] = useState(0);
  useEffect(() => {
    record(service, usage, shares);
    setCount((count) => count + 1);
  }, [answer]);
  const brokers = [...(known.get(service) ?? [])].filter(([node]) => shares.has(node));
  if (brokers.length === 0 || brokers.length > MAX_BROKERS) return null;
  return (
    <section aria-labelledby="broker-figures">
      <h2 id="broker-figures">{countOf(brokers.length, "broker")} since this page was opened</h2>
      <div class="plots">
        {brokers.flatMap(([node, { data, memory, processor }]) => [
          <Plot key={`${node} data`} title={`Data of ${node}`} values={data} interval={interval} shown={bytesText} />,
          memory.length > 0 && (
            <Plot key={`${node} memory`} title={`Memory of ${node}`} values={memory} interval={interval} shown={bytesText} />
          ),
          processor.length > 0 && (
            <Plot
              key={`${node} processor`}
              title={`Processor of ${node}`}
              values={processor}
              interval={interval}
              shown={(value) => `${(100 * value).toFixed(0)} %`}
            />
          ),
        ])}
      </div>
    </section>
  );
}

function record(service: string, usage: ReadonlyMap<string, NodeUsage>, shares: ReadonlyMap<string, TopicShare>): void {
  const ofService = known.get(service) ?? new Map<string, Series>();
  known.set(service, ofService);
  for (const [node, { bytes }] of shares) {
    const series: Series = ofService.get(node) ?? { data: [], memory: [], processor: [], last: undefined };
    ofService.set(node, series);
    series.data = longer(series.data, bytes);
    const used = usage.get(node);
    if (!used) continue;
    series.memory = longer(series.memory, used.memory);
    const now = performance.now();
    // A restarted process counts from zero.
    if (series.last && used.processor >= series.last.seconds) {
      const rate = ((used.processor - series.last.seconds) * 1000) / Math.max(1, now - series.last.at);
      series.processor = longer(series.processor, rate);
    }
    series.last = { seconds: used.processor, at: now };
  }
}

function longer(values: readonly number[], value: number): readonly number[] {
  return [...values, value].slice(-MAX_VALUES);
}
