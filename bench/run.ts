/**
 * Measures what is promised: `pnpm bench [--check [--within FACTOR]] [--json FILE] [WORD…]`.
 * Words choose files by their name, or measures whose name contains one of them; `--check` ends with 1 where a goal is missed, `--within 1.5` only
 * where it is missed by more than half of it: for a machine that does other things, where a slip must be told from a regression.
 */
import { fork } from "node:child_process";
import { on, once } from "node:events";
import { globSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "./measure.ts";
import { figureLine, growthTable, headLine, verdict } from "./table.ts";

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, within: { type: "string", default: "1" }, json: { type: "string" } },
});

const all = globSync("*.bench.ts", { cwd: import.meta.dirname })
  .map((path) => basename(path, ".bench.ts"))
  .sort();
const named = all.filter((file) => words.includes(file));

const figures: (Figure & { readonly file: string })[] = [];
for (const file of named.length > 0 ? named : all) {
  let heard = 0;
  for await (const figure of figuresOf(
    file,
    words.filter((word) => !all.includes(word)),
  )) {
    if (heard++ === 0) console.log(headLine(file));
    figures.push({ file, ...figure });
    console.log(figureLine(figure));
  }
}

const growth = growthTable(figures);
if (growth !== "") console.log(growth);
const { summary, farthest } = verdict(figures);
console.log(summary);
if (flags.check && farthest > Number(flags.within)) process.exitCode = 1;
if (flags.json !== undefined) {
  const machine = {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? "unknown",
  };
  writeFileSync(flags.json, `${JSON.stringify({ measured: new Date(), machine, figures }, null, 2)}\n`);
}

async function* figuresOf(file: string, some: readonly string[]): AsyncGenerator<Figure> {
  const path = join(import.meta.dirname, `${file}.bench.ts`);
  const child = fork(join(import.meta.dirname, "measure-file.ts"), [path, ...some]);
  const ended = once(child, "close") as Promise<[number | null]>;
  for await (const [figure] of on(child, "message", { close: ["disconnect"] })) yield figure as Figure;
  const [code] = await ended;
  if (code !== 0) throw new Error(`${file} could not be measured.`);
}
