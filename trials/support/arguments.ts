import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface Arguments {
  /** The value of `--runs`. Each trial decides what is counted, such as kills or seconds. */
  readonly runs: number;
  /** The seed of all random choices. */
  readonly seed: number;
}

/** Reads `--runs N` and `--seed N` and prints both, so that a failure can be repeated. By default the seed is random. */
export function readArguments({ runs }: Pick<Arguments, "runs">): Arguments {
  const { values } = parseArgs({ options: { runs: { type: "string" }, seed: { type: "string" } } });
  const given = { runs: number(values.runs) ?? runs, seed: number(values.seed) ?? randomInt(2 ** 31) };
  console.log(`--runs ${given.runs} --seed ${given.seed}`);
  return given;
}

function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`"${text}" is no whole number`);
}
