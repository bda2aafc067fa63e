// Runs one file of measurements in a process of its own, so that files do not affect each other. The argument `declared` only lists the
// measurements, and `tried` runs each of them once, by a word without those of real engines. With a factor, each measurement ends as soon as it is certain whether its goal is missed
// by that factor.
import { type Measure, measure, tryOnce } from "./measure.ts";

const [mode, path = "", within, ...words] = process.argv.slice(2);
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
    else process.send?.(await measure(measured, within === "" ? undefined : Number(within)));
  }
}
for (const reason of reasons) console.log(`not everything can be measured here: ${reason}`);
await close?.();
process.disconnect();
