import { randomInt } from "node:crypto";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

export interface Arguments {
  /** The value of `--runs`. Each trial decides what is counted, such as kills or seconds. */
  readonly runs: number;
  /** The seed of all random choices. */
  readonly seed: number;
  /** The values of the trial's own options. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Reads `--runs N` and `--seed N` and prints both, so that a failure can be repeated. By default the seed is random. */
export function readArguments({ runs }: Pick<Arguments, "runs">, more: ParseArgsOptionsConfig = {}): Arguments {
  const options = { ...more, runs: { type: "string" }, seed: { type: "string" } } as const;
  const { values } = parseArgs({ options });
  const input = { runs: number(values.runs) ?? runs, seed: number(values.seed) ?? randomInt(2 ** 31) };
  console.log(`--runs ${input.runs} --seed ${input.seed}`);
  return { ...input, values };
}

function number(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text === "string" && /^\d+$/.test(text)) return Number(text);
  throw new Error(`"${text}" is no whole number`);
}
