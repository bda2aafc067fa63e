import { ReeveError } from "@reeve/contract";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import { atPlace, type DefinitionPlace, type Locate, type PathKey } from "./check-definition.ts";

/** Parses a YAML (or JSON) text, and finds positions in it. Throws `bad-input` with the position of a syntax error. */
export function readYaml(text: string, name: string): { readonly value: unknown; readonly locate: Locate } {
  const lines = text.split(/\r?\n/);
  const counter = new LineCounter();
  const placeAt = (offset: number): DefinitionPlace => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col, text: lines[line - 1] ?? "" };
  };
  const parsed = parse(text, name, counter);
  const [error] = parsed.errors;
  if (error) throw new ReeveError("bad-input", atPlace(name, placeAt(error.pos[0]), wordsOf(error)));
  const twice = keyThatStandsTwice(parsed);
  if (twice !== undefined) throw new ReeveError("bad-input", atPlace(name, placeAt(twice), "this key is a duplicate"));
  const value = plainValue(parsed, name);
  return {
    value,
    locate: (path, part) => {
      const offset = offsetOf(parsed.contents, path, part, (node) =>
        isAlias(node) ? node.resolve(parsed) : isNode(node) ? node : undefined,
      );
      return offset === undefined ? undefined : placeAt(offset);
    },
  };
}

type Parsed = ReturnType<typeof parseDocument>;

/** The maximum number of aliases, more than any user writes. Without a maximum, a small text could expand without bound. */
const MAX_ALIASES = 100;

function parse(text: string, name: string, lineCounter: LineCounter): Parsed {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, strict: true, stringKeys: true });
  } catch (error) {
    throw tooDeep(name, error);
  }
}

function plainValue(parsed: Parsed, name: string): unknown {
  try {
    const value: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
    if (value !== null) return value;
  } catch (error) {
    if (error instanceof ReferenceError) {
      throw new ReeveError(
        "bad-input",
        `${name}: the definition uses anchors more than ${MAX_ALIASES} times, or uses an anchor inside itself`,
      );
    }
    throw tooDeep(name, error);
  }
  // An empty file is a mistake, for example because an editor has not finished writing or a pipe broke. Without this check the default
  // services would replace the running ones.
  throw new ReeveError("bad-input", `${name}: the definition is empty`);
}

/** The position of a duplicate key. This function replaces the YAML parser's own check, which takes quadratic time. */
function keyThatStandsTwice(parsed: Parsed): number | undefined {
  let place: number | undefined;
  visit(parsed, {
    Map: (_, { items }) => {
      const known = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const word = String(key.value);
        if (known.has(word)) {
          place = startOf(key);
          return visit.BREAK;
        }
        known.add(word);
      }
      return undefined;
    },
  });
  return place;
}

function tooDeep(name: string, error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new ReeveError("bad-input", `${name}: lists and maps are nested too deeply`);
}

function wordsOf({ code, message }: Parsed["errors"][number]): string {
  if (code === "MULTIPLE_DOCS") return "a definition must be a single YAML document, and a second document begins here";
  return `this is not well-formed YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** The position in the text of the value or key at a path. If the path does not exist, the position of its longest existing part. */
function offsetOf(
  root: Node | null,
  path: readonly PathKey[],
  part: "key" | "value",
  resolve: (node: unknown) => Node | undefined,
): number | undefined {
  let offset = root?.range?.[0];
  let node = resolve(root);
  for (const [index, key] of path.entries()) {
    const last = index === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key));
      if (!pair) return offset;
      const keyOffset = startOf(pair.key);
      const valueOffset = startOf(pair.value);
      offset = (last && part === "value" ? (isScalar(resolve(pair.value)) ? valueOffset : undefined) : undefined) ?? keyOffset ?? offset;
      node = resolve(pair.value);
    } else if (isSeq(node)) {
      const item = node.items[Number(key)];
      offset = startOf(item) ?? offset;
      node = resolve(item);
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | undefined | null)?.range?.[0];
}
