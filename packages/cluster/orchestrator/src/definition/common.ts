import { integer, isRecord, text } from "@reeve/contract";
import * as v from "valibot";

/** The fields that the definitions of all kinds have. */
export interface CommonDefinition {
  /** The name of the engine. The settings that this engine declares in `Engine.settings` are further fields of the definition. */
  readonly engine: string;
  /** The name of a runtime, or an object with the runtime's name and settings. Default: the engine's first runtime. */
  readonly runtime?: string | RuntimeChoice;
  readonly principal: string;
  readonly role: string;
  readonly user: string;
  readonly plans: Readonly<Record<string, CustomPlan>>;
}

/** A runtime's name, together with values for the settings that this runtime declares in `Runtime.settings`. */
export interface RuntimeChoice {
  readonly name: string;
  readonly [setting: string]: unknown;
}

/** The user that runs an instance's tasks. The tasks also get the user's name in TASK_USER. */
export function taskUser({ user }: Pick<CommonDefinition, "user">): string {
  return user || "root";
}

/** The order in which the parts of a plan run. */
export type Strategy = "serial" | "parallel";

/** A custom plan, which exists in addition to the deploy plan and the recovery plan. */
export interface CustomPlan {
  readonly strategy: Strategy;
  readonly phases: readonly CustomPhase[];
}

export interface CustomPhase {
  readonly name: string;
  readonly strategy: Strategy;
  /** Each step consists of an action and the nodes that it applies to: `restart data-*`, `replace broker-1`. */
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
          v.array(text("restart or replace, and a node or a pattern such as data-*", /^(restart|replace) [a-z*][a-z0-9*-]{0,40}$/)),
          v.minLength(1, "expected at least one step"),
        ),
      }),
    ),
    v.minLength(1, "expected at least one phase"),
  ),
});

/** Matches the names of built-in plans, which custom plans cannot have. */
const OWN = /^(deploy|recovery|cleanup|repair|backup|restore|partitions|rolling-restart)$/;

const PlanName = v.pipe(
  text("the name of a plan (letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,100}$/),
  v.check((name) => !OWN.test(name), "is the name of a built-in plan; choose another name"),
);

const word = (fallback: string) => v.exactOptional(text("a word", /^[\w.-]{0,100}$/), fallback);

export const EngineName: v.GenericSchema<string> = text("the name of an engine", /^[a-z][a-z0-9-]{0,40}$/);
export const RuntimeName: v.GenericSchema<string> = text(
  "the name of a runtime, or an object with the runtime's name and settings",
  /^[a-z][a-z0-9-]{0,40}$/,
);

/**
 * Makes the schema of the field `runtime`. Whether a name or an object is expected depends on the given value, so that an error in the
 * object is reported with the path of the nested field.
 */
export function runtimeEntry(
  name: v.GenericSchema<string>,
  choice: (name: unknown) => v.GenericSchema<RuntimeChoice>,
): v.GenericSchema<string | RuntimeChoice> {
  return v.lazy((value) => (isRecord(value) ? choice(value.name) : name));
}

const AnyRuntime = runtimeEntry(RuntimeName, () => v.looseObject({ name: RuntimeName }));

/** Returns the schema entries that the definitions of all kinds share. */
export const commonEntries = (instance: { readonly principal: string; readonly role: string }) => ({
  // Any engine name is accepted here. `instanceDefinition` checks the name, because it knows which engines exist.
  engine: v.exactOptional(EngineName),
  runtime: v.exactOptional(AnyRuntime),
  principal: word(instance.principal),
  role: word(instance.role),
  user: word(""),
  plans: v.exactOptional(v.record(PlanName, CustomPlan), {}),
});

/** Returns the schema entry for a number of nodes. */
export const count = (fallback: number) => v.exactOptional(integer(1, 10_000), fallback);
export const cpus = (fallback: number) =>
  v.exactOptional(v.pipe(v.number("expected a number"), v.minValue(0.01, "expected at least 0.01")), fallback);
export const megabytes = (fallback: number) => v.exactOptional(integer(1, 1_000_000_000), fallback);

/** The name of the definition's runtime; undefined if the engine's default applies. */
export function runtimeName({ runtime }: Pick<CommonDefinition, "runtime">): string | undefined {
  return typeof runtime === "string" ? runtime : runtime?.name;
}
