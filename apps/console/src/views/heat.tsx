import type { PartitionPlacement } from "@reeve/broker-models";
import { grouped } from "@reeve/terminal";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Check } from "../parts/fields.tsx";
import { StatusMark } from "../parts/status.tsx";
import { toneOf } from "../words.ts";

/** The health of a partition. */
type Health = "in sync" | "under-replicated" | "without leader";

export interface PartitionHealth extends Pick<PartitionPlacement, "partition" | "leader" | "isr"> {
  readonly health: Health;
}

/** Maps each health of a partition to the status whose colour and icon the page shows. */
export const healthStatuses: Readonly<Record<Health, string>> = {
  "in sync": "COMPLETE",
  "under-replicated": "WAITING",
  "without leader": "ERROR",
};

const healths = Object.keys(healthStatuses) as readonly Health[];

/** Shows all partitions, each as a square whose colour is its health or its leader. Only the visible squares are drawn. */
export function Heat({ rows }: { readonly rows: readonly PartitionHealth[] }) {
  const box = useRef<HTMLElement>(null);
  const place = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState({ width: 0, height: 0, top: 0 });
  const [byLeader, setByLeader] = useState(false);
  const [pointed, setPointed] = useState<PartitionHealth>();
  const measure = () => {
    const { clientWidth: width = 0, clientHeight: height = 0, scrollTop: top = 0 } = box.current ?? {};
    setView({ width, height, top });
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", measure);
    return () => {
      observer.disconnect();
      theme.removeEventListener("change", measure);
    };
  }, []);
  const cell = rows.length <= 100 ? 24 : rows.length <= 1000 ? 16 : 12;
  const across = Math.max(1, Math.floor(view.width / cell));
  const height = Math.ceil(rows.length / across) * cell;
  const seen = Math.min(height, Math.max(view.height, cell));
  const counts = useMemo(() => healths.map((health) => [health, rows.filter((row) => row.health === health).length] as const), [rows]);
  const leaders = useMemo(() => leadersOf(rows), [rows]);
  useEffect(() => {
    const legend = box.current?.parentElement?.querySelectorAll(".legend [data-of]") ?? [];
    if (place.current && view.width > 0) paint(place.current, [...legend], rows, { ...view, cell, across, seen, byLeader });
  }, [rows, view, byLeader]);
  const point = ({ offsetX, offsetY }: MouseEvent) => {
    const column = Math.floor(offsetX / cell);
    setPointed(column < across ? rows[Math.floor((offsetY + view.top) / cell) * across + column] : undefined);
  };
  const words = counts.map(([health, count]) => `${grouped(count)} ${health}`).join(", ");
  return (
    <div class="heat">
      <Check label="Colour by leader" checked={byLeader} change={setByLeader} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="squares" ref={box} onScroll={measure} tabIndex={0} aria-label="Picture of the partitions">
        <div style={{ height: `${height}px` }}>
          <canvas
            ref={place}
            role="img"
            aria-label={`Partitions: ${words}`}
            style={{ width: `${across * cell}px`, height: `${seen}px` }}
            onPointerMove={point}
            onPointerLeave={() => setPointed(undefined)}
          />
        </div>
      </section>
      <p class="legend">
        {byLeader
          ? leaders.map(([leader, count], index) => (
              <span key={leader}>
                <span class={leader < 0 ? "square bad" : `square hue-${index % HUES}`} data-of={String(leader)} />
                {leader < 0 ? "without leader" : `broker ${leader}`}: {grouped(count)}
              </span>
            ))
          : counts.map(([health, count]) => (
              <span key={health} data-of={health} class={toneOf(healthStatuses[health])}>
                {/* A count of zero is no alarm, so it has a neutral colour. */}
                <StatusMark status={count === 0 ? "NONE" : healthStatuses[health]} words={`${grouped(count)} ${health}`} />
              </span>
            ))}
      </p>
      <p class="pointed" aria-hidden="true">
        {pointed && describe(pointed)}
      </p>
    </div>
  );
}

/** The visible part of the picture, in squares and pixels. */
interface Visible {
  readonly top: number;
  /** The side of a square with its gap. */
  readonly cell: number;
  /** The number of squares in a row. */
  readonly across: number;
  /** The height of the canvas. */
  readonly seen: number;
  readonly byLeader: boolean;
}

/** Draws the visible squares. Their colours come from the legend, because a canvas cannot use the style sheet's variables. */
function paint(
  canvas: HTMLCanvasElement,
  legend: readonly Element[],
  rows: readonly PartitionHealth[],
  { top, cell, across, seen, byLeader }: Visible,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const scale = window.devicePixelRatio;
  const [width, height] = [Math.floor(across * cell * scale), Math.floor(seen * scale)];
  // Setting the size of a canvas allocates new memory, which is too slow for each step of scrolling.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  pen.setTransform(scale, 0, 0, scale, 0, -top * scale);
  pen.clearRect(0, top, width, height);
  const colours = new Map(legend.map((each) => [each.getAttribute("data-of"), getComputedStyle(each).color]));
  const first = Math.floor(top / cell) * across;
  const end = Math.min(rows.length, Math.ceil((top + seen) / cell) * across);
  let colour: string | undefined;
  for (let at = first; at < end; at++) {
    const row = rows[at];
    if (!row) continue;
    const next = colours.get(byLeader ? String(row.leader) : row.health) ?? "";
    // Setting a colour makes the canvas parse it again, and most neighbouring squares have the same colour.
    if (next !== colour) pen.fillStyle = next;
    colour = next;
    pen.fillRect((at % across) * cell, Math.floor(at / across) * cell, cell - 2, cell - 2);
  }
}

/** The number of CSS classes whose colours distinguish brokers. */
const HUES = 8;

/** The number of partitions that each broker leads. */
function leadersOf(rows: readonly PartitionHealth[]): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const { leader } of rows) counts.set(leader, (counts.get(leader) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one - other);
}

function describe({ partition, leader, isr, health }: PartitionHealth): string {
  return `partition ${partition}: ${health}, leader ${leader < 0 ? "none" : leader}, in sync ${isr.join(" ") || "none"}`;
}
