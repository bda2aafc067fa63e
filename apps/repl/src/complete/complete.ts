import { safe } from "@reeve/terminal";
import { methodFields } from "../help/method-help.ts";
import type { Model } from "../help/model.ts";
import { placeIn } from "./place.ts";

/** The completions, and the typed text that they replace, in the form that Node's REPL expects. */
export type Completion = readonly [readonly string[], string];

/** The sources of completions. */
interface CompletionSources {
  /** Resolves a path such as `broker.topics` without evaluating anything. */
  model(path: string): Model | undefined;
  /**
   * The words that can come next on a line. `path` names the function with which the line begins, such as `connect`, and `items` are the
   * words after it.
   */
  words(path: string, items: readonly string[]): Promise<readonly string[]>;
  /** Milliseconds that completion waits for a server. */
  readonly within: number;
}

/** Maximum number of completions. */
const MAX_CANDIDATES = 200;

/** The maximum length of a name; longer names are not offered. */
const MAX_LENGTH = 250;

/** Completes the text before the cursor; undefined if Node should complete that text. */
export async function completeCode(code: string, known: CompletionSources): Promise<Completion | undefined> {
  const words = /^\s*(\.?[a-z]+)\s+((?:[\w./:@-]+\s+)*)([\w./:@-]*)$/.exec(code);
  if (words) {
    const [, name = "", value = "", typed = ""] = words;
    const result = beginning(await known.words(name, value.split(/\s+/).filter(Boolean)), typed);
    // If none of the known words matches, the text is completed as a path, as in `help broker.topics.cr`.
    if (result[0].length > 0) return result;
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
  const live = field.values.length > 0 ? field.values : await method.instance.names.of(field, known.within);
  if (place.quote !== undefined && field.hasCommas) return inQuotes(oneMore(live, place.typed), place.quote, place.typed);
  if (place.quote !== undefined) return inQuotes(live, place.quote, place.typed);
  return beginning(
    live.map((name) => (/^(?:0|[1-9]\d{0,8})$/.test(name) ? name : `"${escaped(name, '"')}"`)),
    place.typed,
  );
}

/** Completes names inside an open string. A single match also gets the closing quote. */
function inQuotes(names: readonly string[], quote: string, typed: string): Completion {
  const [matches] = beginning(
    names.map((name) => escaped(name, quote)),
    typed,
  );
  return [matches.length === 1 ? [`${matches[0]}${quote}`] : matches, typed];
}

/** Completes a comma-separated list of names. Each result consists of the names that are already complete, and one more name. */
function oneMore(names: readonly string[], typed: string): readonly string[] {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const taken = new Set(before.split(","));
  return names.filter((name) => !taken.has(name)).map((name) => `${before}${name}`);
}

/** Escapes a name for a JavaScript string that is safe to print on a terminal. */
function escaped(name: string, quote: string): string {
  return safe(name.replace(/[\\$]/g, "\\$&").replaceAll(quote, `\\${quote}`));
}

/**
 * Returns the names that begin with the typed text. If there are too many, only the first ones and the last one are returned, because
 * readline needs no more to compute the common prefix.
 */
function beginning(all: readonly string[], typed: string): Completion {
  const matches = all.filter((each) => each.startsWith(typed) && each.length <= MAX_LENGTH).sort();
  const last = matches.at(-1);
  return [matches.length > MAX_CANDIDATES && last !== undefined ? [...matches.slice(0, MAX_CANDIDATES - 1), last] : matches, typed];
}
