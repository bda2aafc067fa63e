import { isRecord } from "@reeve/contract";
import * as v from "valibot";
import type { Engine } from "../engine.ts";
import type { Runtime } from "../runtime.ts";
import { EngineName, type RuntimeChoice, RuntimeName, runtimeEntry } from "./common.ts";
import { BrokerDefinition, FileSystemDefinition, WideColumnDefinition } from "./kinds.ts";
import type { SettingSchemas } from "./settings.ts";

/** The definition of one service instance, with all defaults. The instance's name is the key of the definition in a definition file. */
export type InstanceDefinition = BrokerDefinition | WideColumnDefinition | FileSystemDefinition;

/** A definition as users write it: it contains the kind, values that differ from the defaults, and the engine's own settings. */
export type InstanceInput = (
  | v.InferInput<typeof BrokerDefinition>
  | v.InferInput<typeof WideColumnDefinition>
  | v.InferInput<typeof FileSystemDefinition>
) &
  Readonly<Record<string, unknown>>;

export type Kind = InstanceDefinition["kind"];

/** The type of the definitions of one kind. */
export type DefinitionOf<K extends Kind> = Definitions[K];

// The definition type of each kind. This is a lookup table and not a conditional type, because the compiler can narrow only the former by
// kind.
interface Definitions {
  readonly broker: BrokerDefinition;
  readonly "wide-column": WideColumnDefinition;
  readonly "file-system": FileSystemDefinition;
}

const ofKind = {
  broker: BrokerDefinition.entries,
  "wide-column": WideColumnDefinition.entries,
  "file-system": FileSystemDefinition.entries,
} as const;

const NoKind = v.variant(
  "kind",
  [BrokerDefinition, WideColumnDefinition, FileSystemDefinition],
  "expected broker, wide-column or file-system",
);

/**
 * What happens to a definition whose engine or runtime is not available: it is refused (`refuse`), or accepted with unchecked settings
 * (`keep`).
 */
export type Unknown = "refuse" | "keep";

/**
 * The schema of an instance's definition. It consists of the entries for the kind, the engine and the runtime that the definition names.
 */
export function instanceDefinition(
  offers: readonly Offer[],
  unknown: Unknown = "refuse",
): v.GenericSchema<InstanceInput, InstanceDefinition> {
  const made = new Map<string, v.GenericSchema>();
  const schema = v.lazy((value) => {
    const kind = isRecord(value) ? value.kind : undefined;
    if (!isRecord(value) || !isKind(kind)) return NoKind;
    const engine = value.engine ?? offers.find((offer) => offer.engine.kind === kind)?.engine.name;
    const key = `${kind} ${engine}`;
    const known = made.get(key) ?? schemaOf(kind, engine, offers, unknown);
    made.set(key, known);
    return known;
  });
  // The schema is chosen by kind when a definition is parsed, so the compiler cannot see which definition type results.
  return schema as unknown as v.GenericSchema<InstanceInput, InstanceDefinition>;
}

/** The fields of the definitions of a kind with an engine that has these settings, without the engine's and the runtime's names. */
export function definitionEntries(kind: Kind, settings: SettingSchemas = {}): v.ObjectEntries {
  const { engine: _, runtime: __, ...entries } = ofKind[kind];
  return { ...entries, ...settings };
}

/** Adapts a stored definition to the current engine: drops settings that no longer exist, and adds the defaults of new ones. */
export function refitted(definition: InstanceDefinition, offer: Offer): InstanceDefinition {
  const { entries } = definedBy(definition.kind, [offer], [offer], "keep");
  const known = Object.fromEntries(Object.entries(definition).filter(([field]) => Object.hasOwn(entries, field)));
  const result = v.safeParse(instanceDefinition([offer], "keep"), known);
  return result.success ? result.output : definition;
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === "string" && Object.hasOwn(ofKind, kind);
}

function schemaOf(kind: Kind, engine: unknown, offers: readonly Offer[], unknown: Unknown): v.GenericSchema {
  const fitting = installedAmong(offers).filter((offer) => offer.engine.kind === kind && offer.engine.name === engine);
  if (fitting.length > 0) return definedBy(kind, fitting, offers, unknown);
  if (unknown === "keep") return v.looseObject({ ...ofKind[kind], engine: EngineName });
  const refused = v.pipe(
    EngineName,
    v.check(
      () => false,
      ({ input }) => noEngine(kind, input, offers),
    ),
  );
  // Unknown fields are accepted, because they may be settings of the engine, which is not available.
  return v.looseObject({ ...ofKind[kind], engine: v.exactOptional(refused, "unnamed") });
}

function definedBy(
  kind: Kind,
  fitting: readonly Offer[],
  offers: readonly Offer[],
  unknown: Unknown,
): v.StrictObjectSchema<v.ObjectEntries, undefined> {
  const [{ engine, runtime } = {}] = fitting;
  // A definition that names no runtime uses the engine's first runtime. If that runtime has settings without a default, the runtime's name
  // is filled in here. The check of the runtime then reports the missing settings.
  const isLacking = unknown === "refuse" && runtime !== undefined && needed(runtime.settings).length > 0;
  return v.strictObject({
    ...ofKind[kind],
    engine: v.exactOptional(EngineName, engine?.name ?? ""),
    runtime: v.exactOptional(runtimeAmong(fitting, offers, unknown), isLacking ? runtime.name : undefined),
    ...engine?.settings,
  });
}

function runtimeAmong(fitting: readonly Offer[], offers: readonly Offer[], unknown: Unknown): v.GenericSchema<string | RuntimeChoice> {
  const find = (runtime: unknown) => fitting.find(({ runtime: { name } }) => name === runtime)?.runtime;
  const name = v.pipe(
    RuntimeName,
    v.check(
      (value) => unknown === "keep" || find(value) !== undefined,
      ({ input }) => noRuntime(fitting[0]?.engine.name ?? "", input, fitting, offers),
    ),
  );
  const nameAlone = v.pipe(
    name,
    v.check(
      (value) => needed(find(value)?.settings).length === 0,
      ({ input }) => `the runtime ${input} needs more settings: { name: ${input}, ${needed(find(input)?.settings).join(": …, ")}: … }`,
    ),
  );
  return runtimeEntry(nameAlone, (value) => {
    const runtime = find(value);
    return runtime ? v.strictObject({ ...runtime.settings, name }) : v.looseObject({ name });
  });
}

function needed(settings: SettingSchemas = {}): readonly string[] {
  return Object.entries(settings).flatMap(([name, setting]) => (v.is(v.object({ setting }), {}) ? [] : [name]));
}

/**
 * An engine that definitions can name, and one runtime on which this engine runs. The defaults are the first engine of a kind and the first
 * runtime of an engine.
 */
export interface Offer {
  readonly engine: Pick<Engine, "name" | "kind" | "settings">;
  readonly runtime: Pick<Runtime, "name" | "settings">;
  /** The package that has to be installed before the engine can run on the runtime; undefined if everything is there. */
  readonly missing?: string;
}

/** The offers that can be used at once. */
export function installedAmong(offers: readonly Offer[]): readonly Offer[] {
  return offers.filter(({ missing }) => missing === undefined);
}

/** The error message for an engine or a runtime whose package is not installed. Packages that bring a driver are optional. */
export function needsPackage(what: string, name: string): string {
  return `${what} needs the package ${name}, which is not installed: npm install ${name} (with --global if reeve is installed so)`;
}

/** The error message for a definition whose engine does not exist. */
export function noEngine(kind: Kind, engine: string, offers: readonly Offer[]): string {
  const missing = offers.find((offer) => offer.engine.kind === kind && offer.engine.name === engine)?.missing;
  if (missing !== undefined) return needsPackage(`the engine ${engine}`, missing);
  const known = namesOf(installedAmong(offers.filter((offer) => offer.engine.kind === kind)), "engine");
  return `there is no engine ${JSON.stringify(engine)} for a ${kind}; available: ${known || "none"}`;
}

/**
 * The error message for a definition whose runtime does not exist or is not supported by its engine. `fitting` are the offers with this
 * engine. The engine may be a default that the user has not written, so the message also names the engines that run on the runtime.
 */
export function noRuntime(engine: string, runtime: string, fitting: readonly Offer[], all: readonly Offer[]): string {
  const wanted = all.find((offer) => offer.engine.name === engine && offer.runtime.name === runtime);
  if (wanted?.missing !== undefined) return needsPackage(`the runtime ${runtime}`, wanted.missing);
  const known = installedAmong(all);
  if (!known.some((offer) => offer.runtime.name === runtime)) {
    return `there is no runtime ${JSON.stringify(runtime)}; available: ${namesOf(known, "runtime")}`;
  }
  const kind = fitting[0]?.engine.kind;
  const able = all.filter((offer) => offer.engine.kind === kind && offer.runtime.name === runtime);
  const engines = namesOf(able, "engine", " or ");
  const runtimes = namesOf(fitting, "runtime", " or ");
  const other = engines === "" ? "" : `engine: ${engines} to run on ${runtime}, or `;
  return `the engine ${engine} does not run on ${runtime}; set ${other}runtime: ${runtimes} to keep the engine ${engine}`;
}

function namesOf(offers: readonly Offer[], of: "engine" | "runtime", separator = ", "): string {
  return [...new Set(offers.map((offer) => offer[of].name))].join(separator);
}
