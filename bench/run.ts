/**
 * Measures the promises: `pnpm bench [--check [--within FACTOR]] [--json FILE] [WORD…]`. A word selects a file by its name, or the measures
 * whose names contain the word. `--check` exits with 1 if a goal is missed; with `--within 1.5` it does so only if the goal is missed by
 * more than half, to distinguish a regression from the noise of a busy machine. A check ends as soon as its result is certain. `--promises`
 * writes the tables of promises without measuring. `--once` runs each measure once and only shows that it works (`--without-engines`: only
 * those without real engines). `--lost` with `--check` compares with the ratios in the table instead of the promises, to notice that
 * something has become slower; a loss counts only if it is measured twice. `--measured FILE` writes the figures of a file of `--json` into
 * those tables. A file that breaks does not end the others, but the exit code is 1.
 */
import { fork } from "node:child_process";
import { on, once } from "node:events";
import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "./measure.ts";
import { type Declared, keepFigures, thisMachine, unmeasured, writePromises } from "./promises.ts";
import { figureLine, growthTable, headLine, verdict } from "./table.ts";

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: "boolean" },
    within: { type: "string", default: "1" },
    json: { type: "string" },
    promises: { type: "boolean" },
    once: { type: "boolean" },
    lost: { type: "boolean" },
    "without-engines": { type: "boolean" },
    measured: { type: "string" },
  },
});
const within = Number(flags.within);
if (flags.lost && !flags.check) refuse("--lost: expected --check as well");
if (!(within >= 1)) refuse(`--within: expected a number of at least 1, such as 1.5, got ${flags.within}`);

const all = globSync("*.bench.ts", { cwd: import.meta.dirname })
  .map((path) => basename(path, ".bench.ts"))
  .sort();
const named = all.filter((file) => words.includes(file));
const chosen = named.length > 0 ? named : all;
const inNames = words.filter((word) => !all.includes(word));

if (flags.measured !== undefined) {
  keepFigures(flags.measured);
  flags.promises = true;
}

if (flags.promises) {
  if (words.length > 0) refuse("--promises: the tables are of all measures, so there is nothing to choose");
  const declared: Declared[] = [];
  for (const file of all) {
    const before = declared.length;
    for await (const each of messagesOf<Declared>("declared", file)) declared.push({ ...each, file });
    if (declared.length === before) refuse(`--promises: ${file} has no measures here, so the tables would lack them`);
  }
  writePromises(declared);
  process.exit();
}

/** The files that could not be measured. */
const broken: string[] = [];

if (flags.once) {
  for (const file of chosen) {
    for await (const { name } of messagesOf<Declared>("tried", file, inNames)) console.log(`${file}: ${name}: works`);
  }
  process.exit(endWithBroken());
}

const figures: (Figure & { readonly file: string })[] = [];
for (const file of chosen) {
  let heard = 0;
  for await (const figure of messagesOf<Figure>(flags.lost ? "lost" : "measured", file, inNames)) {
    if (heard++ === 0) console.log(headLine(file));
    figures.push({ ...figure, file });
    console.log(figureLine(figure));
  }
}

if (flags.lost && figures.length === 0) console.log("nothing to compare with: the table's figures are of other machines");

for (const word of flags.lost ? [] : inNames) {
  if (figures.some(({ name }) => name.includes(word))) continue;
  refuse(`no measure of ${chosen.join(", ")} has "${word}" in its name`);
}

const growth = growthTable(figures);
if (growth !== "") console.log(growth);
const { summary, farthest } = verdict(figures);
console.log(summary);
const missing = flags.lost ? [] : unmeasured(figures);
for (const { file, name } of missing)
  console.error(`the tables lack or contradict the promise ${file}: ${name}; npm run bench -- --promises updates them`);
if (endWithBroken() !== 0 || (flags.check && (farthest > within || missing.length > 0))) process.exitCode = 1;
if (flags.json !== undefined) {
  writeFileSync(flags.json, `${JSON.stringify({ measured: new Date(), machine: thisMachine(), figures }, null, 2)}\n`);
}

function endWithBroken(): number {
  if (broken.length > 0) console.error(`not measured, because it ended with an error: ${broken.join(", ")}`);
  return broken.length > 0 ? 1 : 0;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

async function* messagesOf<T>(
  mode: "declared" | "measured" | "lost" | "tried",
  file: string,
  some: readonly string[] = [],
): AsyncGenerator<T> {
  const path = join(import.meta.dirname, `${file}.bench.ts`);
  const child = fork(join(import.meta.dirname, "measure-file.ts"), [
    mode,
    path,
    mode === "tried" && flags["without-engines"] ? "without-engines" : flags.check ? flags.within : "",
    ...some,
  ]);
  const ended = once(child, "close") as Promise<[number | null]>;
  for await (const [each] of on(child, "message", { close: ["disconnect"] })) yield each as T;
  const [code] = await ended;
  if (code === 0) return;
  if (mode === "declared") refuse(`--promises: ${file} ended with an error`);
  broken.push(file);
}
