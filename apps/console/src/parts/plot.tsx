import { useMemo } from "preact/hooks";

/** A chart of values over time: a line and its area, with the newest and the largest value. */
export function Plot(props: {
  readonly title: string;
  readonly values: readonly number[];
  readonly interval: number;
  readonly shown: (value: number) => string;
}) {
  const { title, values, interval, shown } = props;
  const most = Math.max(...values, 0);
  const last = values.at(-1) ?? 0;
  const span = Math.round((values.length * interval) / 60_000);
  // The page around the chart is drawn again with each event, but the values of the chart change only every few seconds.
  const line = useMemo(() => lineOf(values, most), [values]);
  const words = `${title}: now ${shown(last)}, at most ${shown(most)} in the last ${span} minutes`;
  return (
    <figure class="plot">
      <figcaption>
        <span>{title}</span>
        <strong>{values.length === 0 ? "–" : shown(last)}</strong>
        <span class="most">{values.length === 0 ? "" : `at most ${shown(most)}`}</span>
      </figcaption>
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + 5}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <title>{words}</title>
        <path class="base" d={`M0 ${HEIGHT}H${WIDTH}`} />
        {values.length > 1 && (
          <>
            <path class="area" d={`M${WIDTH - values.length + 1} ${HEIGHT}L${line}V${HEIGHT}Z`} />
            <path class="line" d={`M${line}`} />
          </>
        )}
      </svg>
    </figure>
  );
}

/** The points of the line, from the left to the right. */
function lineOf(values: readonly number[], most: number): string {
  const scale = most === 0 ? 1 : most;
  const pointOf = (value: number, at: number) => `${WIDTH - values.length + at + 1},${(HEIGHT - (value / scale) * HEIGHT).toFixed(1)}`;
  return values.map(pointOf).join("L");
}

/** The width of a plot: one unit for each of the 360 values of an hour. */
const WIDTH = 360;
const HEIGHT = 60;
