// Runs one file of measurements in a process of its own, so that files do not affect each other. The argument `declared` only lists the
// measurements, and `tried` runs each of them once, by a word without those of real engines. `lost` compares the promised ones with the
// ratios that were measured last, instead of their goals. With a factor, each measurement ends as soon as it is certain whether its goal is
// missed by that factor.
import { basename } from "node:path";
import { type Figure, type Measure, measure, tryOnce } from "./measure.ts";
import { keptRatioOf } from "./promises.ts";

const [mode, path = "", within, ...words] = process.argv.slice(2);
const factor = within === "" ? undefined : Number(within);
const { measures, close } = (await import(path)) as { measures: readonly Measure[]; close?: () => unknown };
const reasons = new Set<string>();
for (const measured of measures) {
  if (words.length > 0 && !words.some((word) => measured.name.includes(word))) continue;
  if (mode === "declared") process.send?.(measured);
  else {
    if (measured.needs && within === "without-engines") continue;
    const missing = await measured.needs?.();
    if (missing !== undefined) reasons.add(missing);
    else if (mode === "tried") process.send?.(await tryOnce(measured).then(() => measured));
    else if (mode === "lost") {
      const figure = await lost(measured, factor ?? 1);
      if (figure) process.send?.(figure);
    } else process.send?.(await measure(measured, factor));
  }
}
for (const reason of reasons) console.log(`not everything can be measured here: ${reason}`);
await close?.();
process.disconnect();

/**
 * Compares a promised measure with what was measured last; undefined if nothing was. A loss must show twice, because other programs may
 * disturb.
 */
async function lost(promised: Measure, factor: number): Promise<Figure | undefined> {
  const kept = keptRatioOf({ ...promised, file: basename(path, ".bench.ts") });
  if (promised.goal === undefined || kept === undefined) return undefined;
  const measured = { ...promised, goal: kept };
  const figure = await measure(measured, factor);
  return figure.interval[0] > kept * factor ? measure(measured, factor) : figure;
}
