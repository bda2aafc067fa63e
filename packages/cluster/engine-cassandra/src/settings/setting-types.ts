export interface KnownSetting {
  readonly type: string;
  readonly words: readonly string[];
}

/** Checks the value of a setting. Returns what the setting expects, such as "one of true, false"; undefined if the value is accepted. */
export function checkValue(value: string | number | boolean, { type, words }: KnownSetting): string | undefined {
  const text = String(value);
  if (words.length > 0) return words.includes(text) ? undefined : `one of ${words.join(", ")}`;
  const [accepts, expected] = formatOf(type) ?? [];
  if (!accepts || expected === undefined) return "no value, because a definition does not support settings with several fields yet";
  return accepts(text) ? undefined : expected;
}

type Format = readonly [accepts: (text: string) => boolean, expected: string];

function formatOf(type: string): Format | undefined {
  const simple = simpleFormats[type.toLowerCase()];
  if (simple) return simple;
  const [, smallest = ""] = /^(?:Int|Long)(\w+)Bound$/.exec(type) ?? [];
  if (smallest === "BytesPerSecond") return amount(["B/s", "KiB/s", "MiB/s"], "24MiB/s");
  const [sizes, times] = [unitsFrom(smallest, SIZES), unitsFrom(smallest, TIMES)];
  if (sizes.length > 0) return amount(sizes, "32MiB");
  return times.length > 0 ? amount(times, smallest === "Minutes" ? "60m" : "10s") : undefined;
}

/** The units of sizes and times, the smallest first. A setting's type names the smallest unit that it accepts. */
const SIZES = { Bytes: "B", Kibibytes: "KiB", Mebibytes: "MiB", Gibibytes: "GiB" };
const TIMES = { Nanoseconds: "ns", Microseconds: "us", Milliseconds: "ms", Seconds: "s", Minutes: "m", Hours: "h", Days: "d" };

function unitsFrom(smallest: string, units: Readonly<Record<string, string>>): readonly string[] {
  const first = Object.keys(units).indexOf(smallest);
  return first < 0 ? [] : Object.values(units).slice(first);
}

function amount(units: readonly string[], example: string): Format {
  const pattern = new RegExp(`^\\d{1,18}(${units.join("|")})$`);
  return [(text) => pattern.test(text), `a number with one of the units ${units.join(", ")}, such as ${example}`];
}

const whole = (bits: number): Format => [
  (text) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text),
  bits === 32 ? "a whole number that fits into 32 bits" : "a whole number",
];
const decimal: Format = [(text) => /^-?\d*\.?\d+([eE][-+]?\d+)?$/.test(text), "a number"];

const simpleFormats: Readonly<Record<string, Format>> = {
  boolean: [(text) => /^(true|false)$/.test(text), "true or false"],
  int: whole(32),
  integer: whole(32),
  long: whole(64),
  double: decimal,
  float: decimal,
  // A template writes the text into a file. Control characters and `{{` would break this file.
  string: [(text) => !/\p{Cc}|\{\{/u.test(text), "one line of text without {{"],
};
