import { ReeveError } from "@reeve/contract";
import { type Kind, kindNamed, kinds } from "../kinds.ts";

/** The values of a setting by kind of service. Kinds without a value are left out. */
export type PerKind = Readonly<Partial<Record<Kind, string>>>;

/** Parses `kafka`, which applies to every kind, or `broker=kafka,file-system=hdfs`. `source` names the origin of the text in errors. */
export function readPerKind(text: string | undefined, source: string): PerKind {
  if (!text) return {};
  if (!text.includes("=")) {
    const value = text.trim();
    return Object.fromEntries(kinds.map((kind) => [kind, value]));
  }
  return Object.fromEntries(text.split(",").map((pair) => readPair(pair, source)));
}

function readPair(pair: string, source: string): readonly [Kind, string] {
  const [word = "", value = "", ...more] = pair.split("=").map((part) => part.trim());
  const kind = kindNamed(word);
  if (kind && value !== "" && more.length === 0) return [kind, value];
  throw new ReeveError(
    "bad-input",
    `${source}: ${JSON.stringify(pair)} cannot be read: expected one value, or pairs such as broker=kafka (${kinds.join(", ")})`,
  );
}
