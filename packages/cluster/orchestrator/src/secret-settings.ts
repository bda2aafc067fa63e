/**
 * The way of a secret setting: a definition contains a reference. Engines write a variable into the templates of files. A deployment reads
 * files and environment variables, and adds a keyed digest of their values to the pods whose files use them, so that a changed secret is
 * rolled out. Each launch reads the values again, and hands them to the runtime beside the engine's own secrets.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { isRecord, ReeveError } from "@reeve/contract";
import { type PodSpec, type TaskSpec, templateVariables } from "@reeve/scheduler-models";
import * as v from "valibot";
import { runtimeName } from "./definition/common.ts";
import type { InstanceDefinition, Offer } from "./definition/instance-definition.ts";
import type { SettingSchemas } from "./definition/settings.ts";
import { isReference, type SecretReference, type SoftwareTraits, secretVariable } from "./definition/software-settings.ts";
import type { Secrets } from "./engine.ts";
import { reasonOf } from "./messages.ts";
import type { Agents, Runtime } from "./runtime.ts";

const DIGEST = "SECRETS_DIGEST";
const MAX_BYTES = 65_536;

interface SecretSetting extends GuardedSetting {
  readonly value: SecretReference;
}

function secretSettings(definition: InstanceDefinition, offer: Offer): readonly SecretSetting[] {
  return guardedSettings(definition, offer).filter((setting): setting is SecretSetting => isReference(setting.value));
}

/** Whether a definition refers to secrets. */
export function refersToSecrets(definition: InstanceDefinition, offer: Offer): boolean {
  return secretSettings(definition, offer).length > 0;
}

/**
 * Adds digests of secrets to the pod specs, so that a changed secret makes another configuration. The content of a Kubernetes secret is
 * only known at the launch, so its digest stays the same. Refuses references that cannot be read.
 */
export function withDigests(
  podSpecs: readonly PodSpec[],
  definition: InstanceDefinition,
  offer: { readonly engine: Offer["engine"]; readonly runtime: Runtime },
  digest: (text: string) => string,
): readonly PodSpec[] {
  const settings = secretSettings(definition, offer);
  if (settings.length === 0) return podSpecs;
  const values = new Map(settings.map(({ path, name, value }) => [secretVariable(name), checked(path, value, offer.runtime)]));
  return podSpecs.map((spec) => ({
    ...spec,
    "task-specs": spec["task-specs"].map((task) => {
      const used = variablesOf(task["config-files"]).flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
      if (used.length === 0) return task;
      const { environment } = task["command-spec"];
      const command = { ...task["command-spec"], environment: { ...environment, [DIGEST]: digest(JSON.stringify(used)) } };
      return { ...task, "command-spec": command };
    }),
  }));
}

/** The digests in pod specs, with the tasks that have them. */
export function digestsOf(podSpecs: readonly PodSpec[]): unknown {
  return podSpecs.flatMap(({ type, "task-specs": tasks }) =>
    tasks.flatMap(({ name, "command-spec": { environment } }) =>
      environment[DIGEST] === undefined ? [] : [[type, name, environment[DIGEST]]],
    ),
  );
}

/** The secrets that a task's files use; undefined if they use none. Rejects with the setting and the reason if one cannot be read. */
export function settingSecrets(
  files: TaskSpec["config-files"],
  definition: InstanceDefinition,
  offer: Offer,
  agents: Agents,
): Promise<Secrets> | undefined {
  const used = new Set(variablesOf(files));
  const settings = secretSettings(definition, offer).filter(({ name }) => used.has(secretVariable(name)));
  if (settings.length === 0) return undefined;
  const values = settings.map(async ({ path, name, value, traits }) => {
    const read = async () => ("secret" in value ? agents.secret?.(value.secret, value.key) : readHere(value));
    const text = await read().catch((error) => {
      throw new ReeveError("bad-input", `${path}: ${reasonOf(error)}`);
    });
    if (text === undefined) throw new ReeveError("bad-input", `${path}: ${ONLY_KUBERNETES}`);
    return [secretVariable(name), traits?.escape(text) ?? text] as const;
  });
  return Promise.all(values).then((entries) => Object.fromEntries(entries));
}

function variablesOf(files: TaskSpec["config-files"]): readonly string[] {
  return (files ?? []).flatMap((file) => templateVariables(file["template-content"]).variables);
}

const ONLY_KUBERNETES = "the runtime has no secrets of its own: use { file: PATH } or { env: NAME }";

/** What a digest is made of: the value of a file or a variable, and otherwise only the reference. */
function checked(path: string, reference: SecretReference, runtime: Runtime): string {
  try {
    if (!("secret" in reference)) return readHere(reference);
    if (runtime.readsSecrets !== true) throw new ReeveError("bad-input", ONLY_KUBERNETES);
    return JSON.stringify(reference);
  } catch (error) {
    throw new ReeveError("bad-input", `${path}: ${reasonOf(error)}`);
  }
}

function readHere(reference: Exclude<SecretReference, { readonly secret: string }>): string {
  if ("file" in reference) return readSecretFile(reference.file);
  const value = process.env[reference.env];
  if (value) return value;
  throw new ReeveError("bad-input", `the service has no environment variable ${reference.env}: set it and start the service again`);
}

/** Reads a small regular file without the line end at its end. A pipe would block the service, so it is refused. */
function readSecretFile(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (stat.isFile() && stat.size <= MAX_BYTES) return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch {
    throw new ReeveError("bad-input", `the file ${path} cannot be read: it has to be a file that the service's user may read`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
  throw new ReeveError("bad-input", `${path} is no regular file of at most ${MAX_BYTES} bytes`);
}

/** A setting that can run code, or that refers to a secret of the service's machine. Only operators of this machine may set it. */
interface GuardedSetting {
  /** The path in the instance's definition, such as `engineConfiguration.authorizer.class.name`. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** What the engine knows about the setting, if it is a setting of the software. */
  readonly traits?: SoftwareTraits;
}

/** The guarded settings of a definition that differ from their defaults. */
function guardedSettings(definition: InstanceDefinition, offer: Offer): readonly GuardedSetting[] {
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
  const among = (settings: SettingSchemas = {}, values: unknown, at: readonly string[]) =>
    isRecord(values) ? Object.entries(settings).flatMap(([name, setting]) => settingsIn(setting, values[name], at, name)) : [];
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
export function guardedNames(schema: unknown): { readonly secrets: readonly string[]; readonly code: readonly string[] } {
  if (!isSchema(schema)) return { secrets: [], code: [] };
  const { software } = v.getMetadata(schema);
  if (isTraits(software)) {
    const { names } = software;
    return { secrets: names.filter((name) => software.isSecret(name)), code: names.filter((name) => software.runsCode(name, "")) };
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
