/**
 * Versions before references stored secret settings in plain text: in the definition of an instance, in its configurations and in the
 * templates of its files. When such a state is opened, each value is moved to a file that only the service's user can read, and a reference
 * takes its place. Nodes notice nothing: their files have the same content at the next launch.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { isRecord } from "@reeve/contract";
import type { InstanceDefinition, Offer } from "../definition/instance-definition.ts";
import { type SecretReference, secretVariable } from "../definition/software-settings.ts";
import { makePrivateFolder } from "../disk.ts";
import type { DeployedConfiguration } from "../instance.ts";
import type { Log } from "../platform.ts";
import { plainSecrets } from "../secret-settings.ts";
import type { Database, StoredChange } from "./database.ts";
import type { InstanceRecord } from "./records.ts";
import { CONFIGURATION, join, LIST, ownerOf, split, TEMPLATE, withTemplates } from "./rows.ts";

const secretsFolder = (state: string, instance: string): string => joinPath(state, "secrets", instance);

export function removeSecrets(state: string | undefined, instance: string): void {
  if (state !== undefined) rmSync(secretsFolder(state, instance), { recursive: true, force: true });
}

/** Moves the secrets of an instance out of the database. Returns the instance's record without them. */
export function moveSecretsOut(
  database: Database,
  record: InstanceRecord,
  offer: Offer,
  { state, log }: { readonly state: string | undefined; readonly log: Log },
): InstanceRecord {
  if (state === undefined) return record;
  const owner = ownerOf(record.name);
  const templates = new Map(database.entries(owner, TEMPLATE).map(([key, template]) => [key.slice(TEMPLATE.length), String(template)]));
  const stored = database
    .entries(owner, CONFIGURATION)
    .map(([key, value]) => [key, join(value as DeployedConfiguration, templates)] as const);
  const definitions = [record.definition, ...stored.map(([, { definition }]) => definition)];
  if (definitions.every((definition) => plainSecrets(definition, offer).length === 0)) return record;

  const files = secretFiles(secretsFolder(state, record.name));
  const moved = { ...record, definition: withReferences(record.definition, offer, files.referenceTo) };
  const changes: StoredChange[] = [[LIST, record.name, moved]];
  const kept = new Set<string>();
  for (const [key, configuration] of stored) {
    const { definition, podSpecs } = configuration;
    const written = split({
      ...configuration,
      definition: withReferences(definition, offer, files.referenceTo),
      podSpecs: withVariables(podSpecs, definition, offer),
    });
    changes.push([owner, key, written.kept]);
    for (const [hash, template] of written.templates) changes.push([owner, TEMPLATE + hash, template]);
    for (const hash of written.templates.keys()) kept.add(hash);
  }
  for (const hash of templates.keys()) if (!kept.has(hash)) changes.push([owner, TEMPLATE + hash, undefined]);
  database.write(changes);
  database.wipe();
  const settings = files.settings();
  const reason = `the state held secrets in plain text; they are now in files in ${secretsFolder(state, record.name)}. Others may have read them before: replace them, give references in the definition, and restart the nodes`;
  log("warn", "secrets-moved", { instance: record.name, settings, reason });
  return moved;
}

/** Writes each value of a setting to a file of its own: an older configuration can have another value. */
function secretFiles(folder: string) {
  const known = new Map<string, Map<string, string>>();
  return {
    settings: () => [...known.keys()],
    referenceTo: (name: string, value: string): SecretReference => {
      const ofSetting = known.get(name) ?? new Map<string, string>();
      known.set(name, ofSetting);
      const before = ofSetting.get(value);
      if (before !== undefined) return { file: before };
      const file = joinPath(folder, ofSetting.size === 0 ? name : `${name}.${ofSetting.size + 1}`);
      makePrivateFolder(folder);
      writeFileSync(file, value, { mode: 0o600, flush: true });
      ofSetting.set(value, file);
      return { file };
    },
  };
}

function withReferences(
  definition: InstanceDefinition,
  offer: Offer,
  referenceTo: (name: string, value: string) => SecretReference,
): InstanceDefinition {
  return plainSecrets(definition, offer).reduce(
    (changed, { at, name, value }) => replacedAt(changed, [...at, name], referenceTo(name, String(value))),
    definition,
  );
}

function replacedAt<Part>(part: Part, [field = "", ...rest]: readonly string[], value: unknown): Part {
  if (!isRecord(part)) return part;
  return { ...part, [field]: rest.length === 0 ? value : replacedAt(part[field], rest, value) };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Puts variables in the place of values in templates, as the engine writes them for references. */
function withVariables(
  podSpecs: DeployedConfiguration["podSpecs"],
  definition: InstanceDefinition,
  offer: Offer,
): DeployedConfiguration["podSpecs"] {
  const secrets = plainSecrets(definition, offer);
  const without = (template: string) =>
    secrets.reduce((text, { name, value, traits }) => {
      const forms = [JSON.stringify(value), traits.escape(String(value)), String(value)];
      // The value follows its name on the same line, or in the next element of a document.
      const written = new RegExp(
        `(\\b${escaped(name)}\\b(?:[ \\t]*[=:][ \\t]*|\\s*</name>\\s*<value>))(?:${forms.map(escaped).join("|")})(?=\\s|<|$)`,
        "g",
      );
      return text.replace(written, (_, before: string) => `${before}{{${secretVariable(name)}}}`);
    }, template);
  return withTemplates(podSpecs, without);
}
