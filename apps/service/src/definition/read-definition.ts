import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOfError, isRecord, ReeveError } from "@reeve/contract";
import { offersWith } from "../engines/open-engines.ts";
import { parsedJson } from "../state/read.ts";
import { type Checking, checkDefinition, type Locate } from "./check-definition.ts";
import { mapFiles } from "./named-files.ts";
import { type Overrides, withOverrides } from "./overrides.ts";
import type { DefinitionInput, ServiceDefinition } from "./service-definition.ts";

/** How a definition is read. */
export type Reading = Overrides & Pick<Checking, "offers" | "unknown">;

/** A definition that was read, with all defaults, and the list of fields that were given. */
export interface ReadDefinition {
  readonly definition: ServiceDefinition;
  readonly written: ReadonlySet<string>;
}

export function readObject(given: DefinitionInput | unknown, overrides: Reading): ReadDefinition {
  return { definition: checkDefinition(withOverrides(given, overrides), overrides), written: fieldsOf(given) };
}

/** Reads a definition from YAML or JSON. */
export async function readDefinitionText(text: string, name: string, overrides: Reading): Promise<ReadDefinition> {
  if (text.length > MAX_CHARACTERS) throw new ReeveError("bad-input", `${name}: longer than ${MAX_CHARACTERS} characters`);
  const use = (value: unknown, locate?: Locate): ReadDefinition => ({
    definition: checkDefinition(withOverrides(value, overrides), { ...overrides, name, ...(locate && { locate }) }),
    written: fieldsOf(value),
  });
  const value = text.length > MIN_CHARACTERS_OF_JSON ? parsedJson(text) : undefined;
  if (value !== undefined) return use(value);
  // Imported lazily: most definitions are objects or the default definition, and need no YAML parser.
  if (text.length > MAX_CHARACTERS_HERE) return (await import("./read-in-thread.ts")).readInThread(text, name, use);
  const { readYaml } = await import("./read-yaml.ts");
  const read = readYaml(text, name);
  return use(read.value, read.locate);
}

/** Reads a definition file; paths in it are relative to its folder. */
export async function readFile(path: string, overrides: Reading): Promise<ReadDefinition> {
  const { definition, written } = await readDefinitionText(contentOf(path), path, overrides);
  return { definition: withPaths(definition, dirname(path)), written };
}

/** Checks a text and returns the fields that it gives: the body of `POST /reeve/v1/deploy`. Its paths are relative to the folder. */
export async function readDefinition(text: string, name: string, folder: string): Promise<DefinitionInput> {
  const { definition, written } = await readDefinitionText(text, name, { offers: await offersWith(), unknown: "keep" });
  return Object.fromEntries(Object.entries(withPaths(definition, folder)).filter(([field]) => written.has(field)));
}

const MAX_CHARACTERS = 1_048_576;

/** The number of characters from which on a text is parsed as JSON if it is JSON. Parsing YAML takes a hundred times as long. */
const MIN_CHARACTERS_OF_JSON = 131_072;

/** The maximum number of characters of a text that is parsed here, in the thread that answers requests. */
const MAX_CHARACTERS_HERE = 16_384;

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = codeOfError(error) === "ENOENT" ? ": there is no such file" : "";
    throw new ReeveError("bad-input", `${path} cannot be read${reason}`);
  }
}

function fieldsOf(given: unknown): ReadonlySet<string> {
  return new Set(isRecord(given) ? Object.keys(given) : []);
}

/** Resolves the paths in a definition, which are relative to its folder. */
export function withPaths(definition: ServiceDefinition, folder: string): ServiceDefinition {
  return mapFiles(definition, (path) => resolve(folder, path));
}
