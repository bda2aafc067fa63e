/** The type of a setting of Kafka, and its values. */
export interface KnownSetting {
  readonly type: string;
  /** The accepted values, as a range (`1..5`) or as alternatives (`a|b`); empty if every value of the type is accepted. */
  readonly accepts: string;
}

/** Whether a broker accepts the value of a setting. */
export function isAccepted(value: string, { type, accepts }: KnownSetting): boolean {
  // The value becomes part of the template of a properties file, which control characters and `{{` would break.
  if (/\p{Cc}|\{\{/u.test(value)) return false;
  switch (type) {
    case "boolean":
      return /^(true|false)$/i.test(value);
    case "short":
    case "int":
    case "long":
      return /^-?\d{1,19}$/.test(value) && isWithin(BigInt(value), BITS[type]) && isInRange(Number(value), accepts);
    case "double":
      return /^-?\d*\.?\d+([eE][-+]?\d+)?$/.test(value) && isInRange(Number(value), accepts);
    case "list":
      return accepts === "" || isSomeOf(value, accepts.split("|"));
    default:
      return accepts === "" || accepts.split("|").includes(value);
  }
}

/** Whether a list contains at least one item, no item twice, and only accepted items. */
function isSomeOf(value: string, accepted: readonly string[]): boolean {
  const items = value.trim() === "" ? [] : value.split(",").map((item) => item.trim());
  return new Set(items).size === items.length && items.every((item) => accepted.includes(item));
}

const BITS = { short: 16, int: 32, long: 64 } as const;

function isWithin(value: bigint, bits: number): boolean {
  return BigInt.asIntN(bits, value) === value;
}

function isInRange(value: number, accepts: string): boolean {
  const [from = "", to = ""] = accepts.split("..");
  return (from === "" || value >= Number(from)) && (to === "" || value <= Number(to));
}

/** What a broker accepts as the value of a setting, in words. */
export function expectedOf({ type, accepts }: KnownSetting): string {
  const word = WORDS[type] ?? "one line of text without {{";
  if (accepts === "") return word;
  const [from, to] = accepts.split("..");
  if (to === undefined) return `${type === "list" ? "some" : "one"} of ${accepts.replaceAll("|", ", ")}`;
  return to === "" ? `${word} of at least ${from}` : `${word} from ${from} to ${to}`;
}

const WORDS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  short: "a whole number",
  int: "a whole number that fits into 32 bits",
  long: "a whole number",
  double: "a number",
};
