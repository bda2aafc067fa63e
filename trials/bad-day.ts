/**
 * A bad day of an operator, in parts: real engines crash, freeze, run out of disk and memory, get settings that cannot work, lose power,
 * and their clock jumps, while foreign clients write. Each part counts what was acknowledged and reads it back; nothing may be missing.
 * Needs Java; some parts need root, and say so. `--part NAME` selects a part, `--only WORDS` the tests with these words in their titles.
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { readArguments } from "./support/arguments.ts";
import { runTests } from "./support/tests.ts";

const folder = "tests/src/bad-day";
const parts = globSync("*.trial.test.ts", { cwd: join(import.meta.dirname, "..", folder) })
  .map((file) => basename(file, ".trial.test.ts"))
  .sort();
const { runs, seed, values } = readArguments({ runs: 5 }, { part: { type: "string" }, only: { type: "string" } });
const { part, only } = values;
if (part !== undefined && !parts.includes(String(part))) {
  throw new Error(`there is no part ${part}; there are: ${parts.join(", ")}`);
}
const file = part === undefined ? `${folder}/` : `${folder}/${part}.trial.test.ts`;
runTests(file, { REEVE_BAD_DAY_RUNS: runs, REEVE_SEED: seed }, only === undefined ? undefined : String(only));
