import {
  boolean,
  className,
  type DurationUnit,
  duration,
  integer,
  list,
  number,
  pattern,
  ranges,
  SiteXmlError,
  size,
  storageSize,
  type Values,
} from "../../src/index.ts";
import { type Random, seeded } from "../mutations.ts";
import type { FileSystemClient, Typed } from "./client.ts";
import type { Differences } from "./run.ts";

/** Reads generated values with every typed reader of both implementations. */
export async function runTypedDifferences(client: FileSystemClient, count: number, first: number): Promise<Differences> {
  const outcomes = new Map<string, number>();
  const differences: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => first + from + index);
    await Promise.all(
      seeds.map(async (seed) => {
        const value = valueBy(seeded(seed));
        const answers = await client.typed(value);
        for (const [reader, read] of Object.entries(READERS)) {
          const theirs = answers[reader] ?? null;
          const ours = attempt(() => read(new Map([["a", value]])));
          const outcome = compare(reader, value, theirs, ours);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (outcome === "different" && differences.length < MAX_SHOWN) {
            const shown = [value, theirs, ours].map((each) => JSON.stringify(each));
            differences.push(`seed ${seed}: ${reader} of ${shown[0]}: clients ${shown[1]}, ours ${shown[2]}`);
          }
        }
      }),
    );
  }
  return { outcomes, differences };
}

const BATCH = 256;
const MAX_SHOWN = 40;

/** The typed readers. Their results have the form of the client's answers, in which a number that could lose precision is a text. */
const READERS: Readonly<Record<string, (values: Values) => Typed | undefined>> = {
  integer: (values) => text(integer(values, "a")),
  number: (values) => text(number(values, "a")),
  boolean: (values) => boolean(values, "a"),
  size: (values) => text(size(values, "a")),
  storage: (values) => text(storageSize(values, "a")),
  range: (values) =>
    ranges(values, "a")
      ?.map(({ from, to }) => `${from}-${to}`)
      .join(","),
  // A printed expression has escapes instead of line ends, so the value is compared instead.
  pattern: (values) => pattern(values, "a") && values.get("a"),
  list: (values) => list(values, "a"),
  class: (values) => className(values, "a"),
  ...Object.fromEntries(
    (
      [
        ["NANOSECONDS", "ns"],
        ["MICROSECONDS", "us"],
        ["MILLISECONDS", "ms"],
        ["SECONDS", "s"],
        ["MINUTES", "m"],
        ["HOURS", "h"],
        ["DAYS", "d"],
      ] as const satisfies readonly (readonly [string, DurationUnit])[]
    ).map(([name, unit]) => [`duration ${name}`, (values: Values) => text(duration(values, "a", unit))]),
  ),
};

function text(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : `${amount}`;
}

type Own = Typed | undefined | { readonly refused: string };

function attempt(read: () => Typed | undefined): Own {
  try {
    return read() ?? null;
  } catch (error) {
    if (error instanceof SiteXmlError && error.code === "bad-value") return { refused: error.message };
    throw error;
  }
}

function compare(reader: string, value: string, theirs: Typed, ours: Own): string {
  if (isRefusal(ours)) {
    if (isRefusal(theirs)) return "the same: refused";
    const decision = decisionOf(reader, value, theirs, ours.refused);
    return decision === undefined ? "different" : `decided: ${decision}`;
  }
  // Only Java knows whether a class exists.
  if (reader === "class" && isRefusal(theirs) && theirs.refused.includes("ClassNotFoundException")) return "the same: read";
  if (isRefusal(theirs)) return "different";
  const same = ["number", "size", "storage"].includes(reader) ? sameNumber(theirs, ours) : JSON.stringify(theirs) === JSON.stringify(ours);
  return same ? "the same: read" : "different";
}

function sameNumber(theirs: Typed, ours: Own): boolean {
  return theirs === null ? ours === null : ours !== null && Number(theirs) === Number(ours);
}

/** Whether this package refuses a value on purpose, although clients accept it. The README gives the reasons. */
function decisionOf(reader: string, value: string, theirs: Typed, message: string): string | undefined {
  if (message.includes("JavaScript")) return `${reader}: more than JavaScript holds, or not the same in it`;
  if (typeof theirs === "string" && /NaN|Infinity/.test(theirs)) return "numbers that are not finite";
  if (/0x/i.test(value) && (reader === "number" || reader === "storage")) return "hexadecimal numbers with a fraction";
  return undefined;
}

function isRefusal(answer: unknown): answer is { readonly refused: string } {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}

function valueBy(random: Random): string {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? "";
  if (random(6) === 0) {
    let value = "";
    for (let left = random(8); left > 0; left--) value += pick(SYNTAX);
    return value;
  }
  let value = random(6) === 0 ? pick(BLANKS) : "";
  for (let left = 1 + random(3); left > 0; left--) value += pick(PIECES);
  return value + (random(6) === 0 ? pick(BLANKS) : "");
}

const BLANKS = [" ", "\n", "\t", "  ", "\r\n"];
const PIECES = [
  ..."0 1 7 42 -1 +5 007 0x1F 0X1f -0x1f +0x1f 0x-5 9e 1e3 1.5 .5 5. 1.5f 2d 9223372036854775807 9223372036854775808 9007199254740993".split(
    " ",
  ),
  ..."k m g t p e K M b kb mb gb tb pb eb KB Mb bytes kilobytes megabytes exabytes terabytes ns us ms s h d MS w".split(" "),
  ..."true false TRUE False yes no on 1 NaN Infinity -Infinity 1e999 2-3 5- -7 - , ,, a b a,b host:80 [::1]:9 host a_b:1 h:70000 x.y:1".split(
    " ",
  ),
  ..."java.lang.String org.example.A$B a..B String 1a hdfs://h:1 user@h:1 h:1/p".split(" "),
  ",",
  ", ",
  "\n",
  " ",
  "",
];
const SYNTAX = [
  ..."a b ( ) [ ] * + ? { } | ^ $ . \\ - : = ! & 1 , /".split(" "),
  "(?:",
  "(?i)",
  "(?<n>",
  "[^",
  "\\d",
  "\\w",
  "\\Q",
  "\\E",
  "\\p{L}",
  "&&",
  "{2}",
  "++",
  "*?",
  "\\.",
  "\\n",
  "\\1",
];
