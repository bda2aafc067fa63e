import { describeIssue, nearest, ReeveError } from "@reeve/contract";
import type { Offer, Unknown } from "@reeve/orchestrator";
import * as v from "valibot";
import { type ServiceDefinition, serviceDefinition } from "./service-definition.ts";

/** Finds the position of a value in the text, if the definition came from a text. */
export type Locate = (path: readonly PathKey[], part: "key" | "value") => DefinitionPlace | undefined;

export type PathKey = string | number;

/** A position in a text, counted from 1 as editors do. */
export interface DefinitionPlace {
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly text: string;
}

/** The context in which a definition is checked. */
export interface Checking {
  /** The name of the file or source. */
  readonly name?: string;
  readonly locate?: Locate;
  /** The engines that the definition can name, with their runtimes. */
  readonly offers: readonly Offer[];
  /** How to treat engines and runtimes that are not in `offers`: refuse them, or keep them for a service that may support them. */
  readonly unknown?: Unknown;
}

/** Checks a definition and fills in its defaults. Throws `bad-input` with all errors, each with its position if it is known. */
export function checkDefinition(given: unknown, { name, locate, offers, unknown }: Checking): ServiceDefinition {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ReeveError("bad-input", `${name ?? "the definition"}: expected an object with edition, tls, services …`);
  }
  refuseKeptNames(given, name, locate);
  const schema = serviceDefinition(offers, unknown);
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const problems = result.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, given, schema, name, locate));
  const more = result.issues.length - MAX_PROBLEMS;
  throw new ReeveError("bad-input", [...new Set(problems), ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
}

/** Field names with a special meaning in JavaScript. They are checked separately, because schemas ignore such fields without an error. */
const KEPT = ["__proto__", "constructor", "prototype"];

function refuseKeptNames(given: object, name: string | undefined, locate: Locate | undefined): void {
  const path = keptNameIn(given);
  if (path === undefined) return;
  const sentence = `${path.join(".")}: expected another name: JavaScript reserves this name`;
  const place = locate?.(path, "key");
  throw new ReeveError("bad-input", place ? atPlace(name ?? "definition", place, sentence) : sentence);
}

/** The maximum depth of the search for reserved names. No field of a definition is nested more deeply. */
const MAX_DEPTH = 10;

function keptNameIn(value: unknown, depth = MAX_DEPTH): readonly PathKey[] | undefined {
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (KEPT.includes(key)) return [key];
    const path = keptNameIn(inner, depth - 1);
    if (path) return [key, ...path];
  }
  return undefined;
}

const MAX_PROBLEMS = 20;

type Issue = v.BaseIssue<unknown>;

function problemOf(issue: Issue, given: object, schema: v.GenericSchema, name: string | undefined, locate: Locate | undefined): string {
  const path = (issue.path ?? []).map(({ key }) => key as PathKey);
  const sentence = describeIssue(issue) + suggestion(issue, path, given, schema);
  const part = issue.expected === "never" || originOf(issue) === "key" ? "key" : "value";
  const place = locate?.(path, part);
  return place ? atPlace(name ?? "definition", place, sentence) : name === undefined ? sentence : `${name}: ${sentence}`;
}

/** An error message with its position and the line it concerns. */
export function atPlace(name: string, { line, column, text }: DefinitionPlace, sentence: string): string {
  const margin = " ".repeat(String(line).length);
  // Tabs are kept, so that the marker is below the right column of the line above it.
  const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, " ");
  const open = withoutSecrets(text);
  const shown = open.length > 200 ? `${open.slice(0, 200)}…` : open;
  return `${name}:${line}:${column}: ${sentence}\n  ${line} | ${shown}\n  ${margin} | ${indent}^`;
}

/** Cuts a line behind the name of a setting that may be secret, because messages are logged and shown to callers. */
function withoutSecrets(line: string): string {
  const [, names] = /^(.*?(?:password|passphrase|secret|credential|jaas|token|key)[\w.-]*["']?\s*:)\s*(?!\{)\S/i.exec(line) ?? [];
  return names === undefined ? line : `${names} …`;
}

function originOf(issue: Issue): string | undefined {
  return (issue.path?.at(-1) as { readonly origin?: string } | undefined)?.origin;
}

function suggestion(issue: Issue, path: readonly PathKey[], given: object, schema: v.GenericSchema): string {
  if (issue.expected !== "never") return "";
  const near = nearest(String(path.at(-1)), keysAt(schema, path.slice(0, -1), given));
  return near === undefined ? "" : ` (did you mean ${JSON.stringify(near)}?)`;
}

function keysAt(schema: unknown, path: readonly PathKey[], value: unknown): readonly string[] {
  const inner = plain(schema, value);
  if (!inner) return [];
  const [key, ...rest] = path;
  if (key === undefined) return "entries" in inner ? Object.keys(inner.entries as object) : [];
  const below = (value as Record<PathKey, unknown> | undefined)?.[key];
  if ("entries" in inner) return keysAt((inner.entries as Record<PathKey, unknown>)[key], rest, below);
  if ("item" in inner) return keysAt(inner.item, rest, below);
  return "value" in inner ? keysAt(inner.value, rest, below) : [];
}

/** Removes the wrappers around a schema. If a schema has alternatives, chooses the one that fits the value. */
function plain(schema: unknown, value: unknown): object | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("wrapped" in schema) return plain(schema.wrapped, value);
  if ("getter" in schema && typeof schema.getter === "function") return plain(schema.getter(value), value);
  if (!("options" in schema && Array.isArray(schema.options))) return schema;
  const kind = (value as { readonly kind?: unknown } | undefined)?.kind;
  return schema.options.find((option) => option.entries?.kind?.literal === kind || (option.entries && !("key" in schema)));
}
