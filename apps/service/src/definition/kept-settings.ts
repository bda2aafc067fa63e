import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Log } from "@reeve/orchestrator";
import { tryOrLog } from "../record/log.ts";
import type { Keep } from "../state/state-folder.ts";
import { checkDefinition } from "./check-definition.ts";
import { mapFiles } from "./named-files.ts";
import type { ReadDefinition, Reading } from "./read-definition.ts";
import { type DefinitionInput, SETTLED, type ServiceDefinition } from "./service-definition.ts";

const FILE = "settings.json";

const OF_EDITION: ReadonlySet<string> = new Set(["tokens", "serviceAccounts", "logins"]);

/**
 * Adds the settings that were last in force, so that a start without them does not open a closed service. A setting changes only if a flag
 * or the definition names it. Also returns the fields that were added.
 */
export function withKept(read: ReadDefinition, keep: Keep, overrides: Reading) {
  const text = keep.read(FILE);
  if (text === undefined) return { read, kept: [] };
  const last = checkDefinition(JSON.parse(text), { name: keep.path(FILE) ?? FILE, offers: overrides.offers });
  const isSaid = (field: keyof ServiceDefinition) =>
    read.written.has(field) || (field in overrides && overrides[field as keyof Reading] !== undefined);
  const { edition } = isSaid("edition") ? read.definition : last;
  const kept = SETTLED.filter(
    (field) =>
      !isSaid(field) && !isDeepStrictEqual(last[field], read.definition[field]) && (edition === last.edition || !OF_EDITION.has(field)),
  );
  const fields = Object.fromEntries(kept.map((field) => [field, last[field]]));
  return { read: { ...read, definition: { ...read.definition, ...fields } }, kept };
}

/** Keeps the settings for the next start. Secrets are not among them, only the paths of their files. */
export function keepSettings(definition: ServiceDefinition, reading: Reading, keep: Keep, log: Log): void {
  const whole = mapFiles(definition, (path) => resolve(path));
  const settings = shownSettings(whole, reading);
  tryOrLog(log, "error", "settings-not-kept", () => writeIfNew(keep, FILE, `${JSON.stringify(settings)}\n`));
}

/** The settings of the service as a user would write them, without defaults. */
export function shownSettings(definition: ServiceDefinition, { offers }: Reading): DefinitionInput {
  const usual = checkDefinition({}, { offers });
  const differing = SETTLED.filter((field) => !isDeepStrictEqual(definition[field], usual[field]));
  return Object.fromEntries(differing.map((field) => [field, definition[field]]));
}

/** A sentence about the settings that were kept; none if there are none. */
export function keptInWords({ read, kept }: ReturnType<typeof withKept>): readonly string[] {
  if (kept.length === 0) return [];
  const settings = kept.map((field) => `${field}: ${JSON.stringify(read.definition[field])}`);
  return [`kept from the last start: ${settings.join(", ")}. A flag or a definition that names a setting changes it`];
}

export type DeployedFile = ReturnType<typeof deployedFile>;

const NAME = "definition-file";

/** Remembers a hash of the definition file that was deployed last. */
export function deployedFile(keep: Pick<Keep, "read" | "write">) {
  return {
    isUnchanged: (path: string): boolean => keep.read(NAME) === hashOf(path),
    remember: (path: string): void => {
      const hash = hashOf(path);
      if (hash !== undefined) writeIfNew(keep, NAME, hash);
    },
  };
}

function writeIfNew(keep: Pick<Keep, "read" | "write">, name: string, text: string): void {
  if (keep.read(name) !== text) keep.write(name, text);
}

function hashOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    // If the file cannot be read, the deployment reports the error.
    return undefined;
  }
}
