import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import * as v from "valibot";
import { runtimeName } from "./common.ts";
import type { InstanceDefinition } from "./instance-definition.ts";
import type { Offer } from "./offers.ts";
import type { Settings } from "./settings.ts";
import { isReference, type SoftwareTraits } from "./software-settings.ts";

/** A setting that can run code, or that refers to a secret of the service's machine. Only operators of this machine may set it. */
export interface GuardedSetting {
  /** The path in the instance's definition, such as `engineConfiguration.authorizer.class.name`. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** What the engine knows about the setting, if it is a setting of the software. */
  readonly traits?: SoftwareTraits;
}

/** The guarded settings of a definition that differ from their defaults. */
export function guardedSettings(definition: InstanceDefinition, offer: Offer): readonly GuardedSetting[] {
  return settingsOf(definition, offer).flatMap(({ at, name, value, traits, isDefault }) => {
    const path = [...at, name].join(".");
    if (!traits) return isDefault ? [] : [{ path, name: path, value }];
    return isReference(value) || traits.runsCode(name, value) ? [{ path, name, value, traits }] : [];
  });
}

/** A secret that a definition of an earlier version contains in plain text. */
export interface PlainSecret {
  /** The names of the fields around the setting. */
  readonly at: readonly string[];
  readonly name: string;
  readonly value: unknown;
  readonly traits: SoftwareTraits;
}

export function plainSecrets(definition: InstanceDefinition, offer: Offer): readonly PlainSecret[] {
  return settingsOf(definition, offer).flatMap(({ at, name, value, traits }) =>
    traits?.isSecret(name) && !isReference(value) ? [{ at, name, value, traits }] : [],
  );
}

/** A setting of the software with its traits, or a setting that decides which code runs. */
interface Found {
  readonly at: readonly string[];
  readonly name: string;
  readonly value: unknown;
  readonly traits?: SoftwareTraits;
  readonly isDefault?: boolean;
}

function settingsOf(definition: InstanceDefinition, { engine, runtime }: Offer): readonly Found[] {
  const among = (settings: Settings = {}, values: unknown, at: readonly string[]) =>
    isRecord(values)
      ? Object.entries(settings).flatMap(([name, setting]) => settingsIn(setting, values[name], at, name))
      : [];
  return [...among(engine.settings, definition, []), ...among(runtime.settings, definition.runtime, ["runtime"])];
}

function settingsIn(schema: unknown, value: unknown, at: readonly string[], name: string): readonly Found[] {
  if (!isSchema(schema) || value === undefined) return [];
  const { software, runsCode } = v.getMetadata(schema);
  if (runsCode === true) return [{ at, name, value, isDefault: isDeepStrictEqual(value, v.getDefault(schema)) }];
  const inner = [...at, name];
  if (isTraits(software) && isRecord(value))
    return Object.entries(value).map(([each, given]) => ({ at: inner, name: each, value: given, traits: software }));
  if ("wrapped" in schema) return settingsIn(schema.wrapped, value, at, name);
  if (!("entries" in schema) || !isRecord(schema.entries) || !isRecord(value)) return [];
  return Object.entries(schema.entries).flatMap(([each, entry]) => settingsIn(entry, value[each], inner, each));
}

/** The paths of the guarded settings that a new definition of an instance adds, changes or drops. */
export function changedGuarded(
  before: InstanceDefinition | undefined,
  after: InstanceDefinition,
  offers: readonly Offer[],
): readonly string[] {
  const [old, now] = [before, after].map((definition) => {
    const offer = definition && offerOf(definition, offers);
    return new Map(offer ? guardedSettings(definition, offer).map(({ path, value }) => [path, value]) : []);
  });
  const paths = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...paths].filter((path) => !isDeepStrictEqual(old?.get(path), now?.get(path)));
}

function offerOf(definition: InstanceDefinition, offers: readonly Offer[]): Offer | undefined {
  const name = runtimeName(definition);
  const ofEngine = ({ engine }: Offer) => engine.kind === definition.kind && engine.name === definition.engine;
  return offers.find((offer) => ofEngine(offer) && (name === undefined || offer.runtime.name === name));
}

/** The names of the known settings in a field that are secrets, and of those that can run code, for the reference pages. */
export function guardedNames(schema: unknown): {
  readonly secrets: readonly string[];
  readonly code: readonly string[];
} {
  if (!isSchema(schema)) return { secrets: [], code: [] };
  const { software } = v.getMetadata(schema);
  if (isTraits(software)) {
    const { names } = software;
    return {
      secrets: names.filter((name) => software.isSecret(name)),
      code: names.filter((name) => software.runsCode(name, "")),
    };
  }
  if ("wrapped" in schema) return guardedNames(schema.wrapped);
  const inner = "entries" in schema && isRecord(schema.entries) ? Object.values(schema.entries).map(guardedNames) : [];
  return { secrets: inner.flatMap(({ secrets }) => secrets), code: inner.flatMap(({ code }) => code) };
}

function isSchema(value: unknown): value is v.GenericSchema {
  return isRecord(value) && value.kind === "schema";
}

function isTraits(value: unknown): value is SoftwareTraits {
  return isRecord(value) && typeof value.runsCode === "function";
}
