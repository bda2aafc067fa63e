// Runs one file of measurements in a process of its own, so that files do not affect each other. The argument `declared` only lists the
// measurements. With a factor, each measurement ends as soon as it is certain whether its goal is missed by that factor.
import { type Measure, measure } from "./measure.ts";

const [mode, path = "", within, ...words] = process.argv.slice(2);
const { measures, close } = (await import(path)) as { measures: readonly Measure[]; close?: () => unknown };
for (const measured of measures) {
  if (words.length > 0 && !words.some((word) => measured.name.includes(word))) continue;
  process.send?.(mode === "declared" ? measured : await measure(measured, within === "" ? undefined : Number(within)));
}
await close?.();
process.disconnect();
