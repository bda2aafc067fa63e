import { safe } from "@reeve/terminal";
import { methodFields } from "../live/method-help.ts";
import type { Model } from "../live/model.ts";
import { placeIn } from "./place.ts";

/** The completions, and the text that they replace, in the form of Node's REPL. */
export type Completion = readonly [readonly string[], string];

/** What completion depends on. */
export interface Known {
  /** Resolves a path such as `broker.topics` without evaluating anything. */
  model(path: string): Model | undefined;
  /** The words that a function of the shell such as `connect` takes, after those that were typed already. */
  words(path: string, given: readonly string[]): Promise<readonly string[]>;
  /** Milliseconds that a server may take. */
  readonly within: number;
}

/** The most completions; thousands would not help. */
const MAX_CANDIDATES = 200;

/** Longer names are not offered. */
const MAX_MILLISECONDS = 250;

/** Completes the text before the cursor; undefined where Node should complete it. */
export async function complete(code: string, known: Known): Promise<Completion | undefined> {
  const words = /^\s*(\.?[a-z]+)\s+((?:[\w./:@-]+\s+)*)([\w./:@-]*)$/.exec(code);
  if (words) {
    const [, name = "", given = "", typed = ""] = words;
    const found = beginning(await known.words(name, given.split(/\s+/).filter(Boolean)), typed);
    // The rest of `help broker.topics.cr` is a path.
    if (found[0].length > 0) return found;
  }
  const place = placeIn(code);
  if (!place) return undefined;
  if (place.kind === "text") {
    const all = await known.words(place.path, []);
    return all.length === 0 ? undefined : inQuotes(all, place.quote, place.typed);
  }
  const model = known.model(place.path);
  if (!model) return undefined;
  if (place.kind === "member") {
    const names = model.names();
    return beginning(
      names.map((name) => `${place.path}.${name}`),
      `${place.path}.${place.typed}`,
    );
  }
  const { method } = model;
  if (!method) return undefined;
  const fields = methodFields(method);
  if (place.kind === "call") {
    const first = fields.find(({ required }) => required) ?? fields[0];
    return [[first ? `{ ${first.name}: ` : ")"], ""];
  }
  if (place.kind === "field") {
    const left = fields.filter(({ name }) => !place.given.has(name)).map(({ name }) => `${name}: `);
    return beginning(left, place.typed);
  }
  const field = fields.find(({ name }) => name === place.field);
  if (!field || field.isSecret) return [[], place.typed];
  const live = field.choices.length > 0 ? field.choices : await method.instance.names.of(field.source, known.within);
  if (place.quote !== undefined) return inQuotes(live, place.quote, place.typed);
  return beginning(
    live.map((name) => (/^(?:0|[1-9]\d{0,8})$/.test(name) ? name : `"${escaped(name, '"')}"`)),
    place.typed,
  );
}

/** Names as the rest of an open string; a single one with its closing quote. */
function inQuotes(names: readonly string[], quote: string, typed: string): Completion {
  const [found] = beginning(
    names.map((name) => escaped(name, quote)),
    typed,
  );
  return [found.length === 1 ? [`${found[0]}${quote}`] : found, typed];
}

/** A name as a JavaScript string that is safe for a terminal. */
function escaped(name: string, quote: string): string {
  return safe(name.replace(/[\\$]/g, "\\$&").replaceAll(quote, `\\${quote}`));
}

/** The matching names. Of very many only the first and the last, which suffices to find their common prefix. */
function beginning(all: readonly string[], typed: string): Completion {
  const found = all.filter((each) => each.startsWith(typed) && each.length <= MAX_MILLISECONDS).sort();
  const last = found.at(-1);
  return [
    found.length > MAX_CANDIDATES && last !== undefined ? [...found.slice(0, MAX_CANDIDATES - 1), last] : found,
    typed,
  ];
}
