import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/orchestrator";
import { KNOWN_SETTINGS } from "./known-settings.ts";

/** Settings of the broker as a definition gives them: by its own names. */
export type GivenSettings = Readonly<Record<string, string | number | boolean>>;

/** A setting that the broker defines. */
interface KnownSetting {
  readonly type: string;
  /** `1..5` or `a|b`; empty where anything of the type will do. */
  readonly accepts: string;
}

/** The broker itself does not define these: the authorizer that comes with it does. */
const OF_AUTHORIZER = ["super.users string", "allow.everyone.if.no.acl.found boolean"];

const known: ReadonlyMap<string, KnownSetting> = new Map(
  [...KNOWN_SETTINGS.split("\n"), ...OF_AUTHORIZER].map((line) => {
    const [name = "", type = "", accepts = ""] = line.split(" ");
    return [name, { type, accepts }] as const;
  }),
);

/** What the service sets itself, because nothing would work otherwise. */
const own = new Set([
  "advertised.listeners",
  "broker.id",
  "controller.listener.names",
  "controller.quorum.auto.join.enable",
  "controller.quorum.bootstrap.servers",
  "controller.quorum.voters",
  "early.start.listeners",
  "inter.broker.listener.name",
  "listener.security.protocol.map",
  "listeners",
  "log.dir",
  "log.dirs",
  "metadata.log.dir",
  "node.id",
  "process.roles",
  "security.inter.broker.protocol",
]);

/** Refuses settings that the broker does not define, and values that it would not take. */
export function checkSettings(given: GivenSettings): void {
  for (const [name, value] of Object.entries(given)) {
    if (own.has(name)) throw refusal(name, "is set by the service and cannot be given");
    const setting = known.get(name);
    if (!setting) throw refusal(name, `is no setting of the broker${didYouMean(name, known.keys())}`);
    const expected = expectedOf(setting);
    if (!isAccepted(String(value), setting)) {
      throw refusal(name, `is ${shown(value, setting)}, expected ${expected}`);
    }
  }
}

function isAccepted(value: string, { type, accepts }: KnownSetting): boolean {
  // It is written into a file of lines, from a template.
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
    default:
      return accepts === "" || accepts.split("|").includes(value);
  }
}

const BITS = { short: 16, int: 32, long: 64 } as const;

function isWithin(value: bigint, bits: number): boolean {
  return BigInt.asIntN(bits, value) === value;
}

function isInRange(value: number, accepts: string): boolean {
  const [from = "", to = ""] = accepts.split("..");
  return (from === "" || value >= Number(from)) && (to === "" || value <= Number(to));
}

function expectedOf({ type, accepts }: KnownSetting): string {
  const word = WORDS[type] ?? "one line of text without {{";
  if (accepts === "") return word;
  const [from, to] = accepts.split("..");
  if (to === undefined) return `one of ${accepts.replaceAll("|", ", ")}`;
  return to === "" ? `${word} of at least ${from}` : `${word} from ${from} to ${to}`;
}

const WORDS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  short: "a whole number",
  int: "a whole number that fits into 32 bits",
  long: "a whole number",
  double: "a number",
};

/** A secret is not shown even to the one who gave it: what is refused is logged. */
function shown(value: unknown, { type }: KnownSetting): string {
  return type === "password" ? "refused" : JSON.stringify(value);
}

function refusal(name: string, reason: string): ReeveError {
  return new ReeveError("bad-input", `engineConfiguration: ${name} ${reason}`);
}
