import { about, integer, text } from "@reeve/contract";
import * as v from "valibot";

/** What every instance's definition has, whatever its kind. */
export interface CommonDefinition {
  /** Which software runs: `simulated`, or the name of a real one. */
  readonly engine: string;
  /** Where it runs: the name of a runtime, or an object with that name; that which the engine prefers when it is left out. */
  readonly runtime?: string | { readonly name: string };
  /** How long things take in the simulation, as a factor: 1 is a second or two for a rollout of three nodes, 10 ten times as long, 0 no time at all. */
  readonly pace: number;
  readonly principal: string;
  readonly role: string;
  readonly user: string;
  readonly plans: Readonly<Record<string, CustomPlan>>;
}

/** The user that an instance's tasks run as; they find it as TASK_USER. */
export function taskUser({ user }: Pick<CommonDefinition, "user">): string {
  return user || "root";
}

/** How the parts of a plan follow each other. */
export type Strategy = "serial" | "parallel";

/** A plan of the user's own, beside `deploy` and `recovery`. */
export interface CustomPlan {
  readonly strategy: Strategy;
  readonly phases: readonly CustomPhase[];
}

export interface CustomPhase {
  readonly name: string;
  readonly strategy: Strategy;
  /** `restart data-*`, `replace broker-1`: what to do, and with which nodes. */
  readonly steps: readonly string[];
}

const Strategy = v.exactOptional(v.picklist(["serial", "parallel"], "expected serial or parallel"), "serial");

const CustomPlan = v.strictObject({
  strategy: Strategy,
  phases: v.pipe(
    v.array(
      v.strictObject({
        name: text("the name of a phase", /^[^\p{Cc}\p{Cs}]{1,200}$/u),
        strategy: Strategy,
        steps: v.pipe(
          v.array(
            text(
              "restart or replace, and a node or a pattern such as data-*",
              /^(restart|replace) [a-z*][a-z0-9*-]{0,40}$/,
            ),
          ),
          v.minLength(1, "expected at least one step"),
        ),
      }),
    ),
    v.minLength(1, "expected at least one phase"),
  ),
});

/** Names of plans that are the service's own. */
const OWN = /^(deploy|recovery|cleanup|repair|backup|restore)$/;

const PlanName = v.pipe(
  text("the name of a plan (letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,100}$/),
  v.check((name) => !OWN.test(name), "is the name of one of the service's own plans"),
);

const word = (fallback: string) => v.exactOptional(text("a word", /^[\w.-]{0,100}$/), fallback);

const RuntimeName = text("the name of a runtime, or an object with its name", /^[a-z][a-z0-9-]{0,40}$/);

/** Lazy, so that what is wrong in an object is said where it stands. */
const Runtime: v.GenericSchema<string | { readonly name: string }> = v.lazy((given) =>
  typeof given === "object" ? v.strictObject({ name: RuntimeName }) : RuntimeName,
);

/** The entries of a definition's schema that every kind has. */
export const commonEntries = (instance: { readonly principal: string; readonly role: string }) => ({
  engine: v.exactOptional(text("the name of an engine", /^[a-z][a-z0-9-]{0,40}$/), "simulated"),
  runtime: about("where the nodes run; the engine's first choice when it is left out", v.exactOptional(Runtime)),
  pace: about(
    "how long things take in the simulation, as a factor: 1 as usual, 0.5 half as long, 10 ten times as long, 0 no time at all",
    v.exactOptional(
      v.pipe(
        v.number("expected a number"),
        v.minValue(0, "expected a number of at least 0"),
        v.maxValue(1000, "expected a number of at most 1000"),
      ),
      1,
    ),
  ),
  principal: word(instance.principal),
  role: word(instance.role),
  user: word(""),
  plans: v.exactOptional(v.record(PlanName, CustomPlan), {}),
});

/** How many nodes, and how large each: sizes are in MB. */
export const count = (fallback: number) => v.exactOptional(integer(1, 10_000), fallback);
export const cpus = (fallback: number) =>
  v.exactOptional(v.pipe(v.number("expected a number"), v.minValue(0.01, "expected at least 0.01")), fallback);
export const megabytes = (fallback: number) => v.exactOptional(integer(1, 1_000_000_000), fallback);

/** The name of the runtime that a definition asks for; undefined where it leaves that to its engine. */
export function runtimeName({ runtime }: Pick<CommonDefinition, "runtime">): string | undefined {
  return typeof runtime === "string" ? runtime : runtime?.name;
}
