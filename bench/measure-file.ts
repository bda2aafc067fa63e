// A process of its own for one file of measures, so that none of them runs in what another left behind. `declared` says what is measured, and measures nothing;
// with a factor it measures until it is sure whether goals are missed by so much.
import { type Measure, measure } from "./measure.ts";

const [mode, path = "", within, ...words] = process.argv.slice(2);
const { measures, close } = (await import(path)) as { measures: readonly Measure[]; close?: () => unknown };
for (const measured of measures) {
  if (words.length > 0 && !words.some((word) => measured.name.includes(word))) continue;
  process.send?.(mode === "declared" ? measured : await measure(measured, within === "" ? undefined : Number(within)));
}
await close?.();
process.disconnect();
