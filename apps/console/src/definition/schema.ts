/** The parts of the JSON Schema of definitions that the completion needs. */
export interface DefinitionSchema {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, DefinitionSchema>>;
  readonly additionalProperties?: DefinitionSchema | boolean;
  readonly anyOf?: readonly DefinitionSchema[];
  readonly allOf?: readonly { readonly if: Condition; readonly then: DefinitionSchema }[];
}

interface Condition {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly const: unknown }>>;
}

/** A word that fits at the place of the cursor. */
export interface Suggestion {
  readonly word: string;
  readonly about: string;
  /** The text to insert in place of the typed beginning of the word. */
  readonly text: string;
  /** The length of the typed beginning. */
  readonly typed: number;
}

/** Suggests the fields or values that fit at a place of a YAML text, according to the schema. */
export function suggestionsAt(text: string, place: number, schema: DefinitionSchema): readonly Suggestion[] {
  const before = text.slice(0, place).split("\n");
  const line = before.at(-1) ?? "";
  const [, indent = "", key, , typed = ""] = /^(\s*)(?:([\w.-]+):(\s+))?([\w.-]*)$/.exec(line) ?? [];
  if (!/^(\s*)(?:([\w.-]+):(\s+))?([\w.-]*)$/.test(line)) return [];
  const lines = text.split("\n");
  const at = before.length - 1;
  const parents = parentsOf(lines, at, indent.length);
  const block = parents.reduce<DefinitionSchema | undefined>(
    (inner, { name, line: own }) => inner && fieldOf(inner, name, siblingsOf(lines, own, indentOf(lines[own]), -1)),
    schema,
  );
  if (!block) return [];
  const siblings = siblingsOf(lines, at, indent.length);
  if (key !== undefined) return valuesOf(fieldOf(block, key, siblings), typed);
  return Object.entries(fieldsOf(block, siblings))
    .filter(([name]) => name.startsWith(typed) && (!siblings.has(name) || name === typed))
    .map(([name, field]) => ({
      word: name,
      about: field.description ?? "",
      text: field.type === "object" ? `${name}:\n${indent}  ` : `${name}: `,
      typed: typed.length,
    }));
}

function valuesOf(field: DefinitionSchema | undefined, typed: string): readonly Suggestion[] {
  const values = field?.enum ?? field?.anyOf?.flatMap((each) => each.enum ?? []) ?? [];
  const words = field?.type === "boolean" ? ["true", "false"] : values.map(String);
  return words.filter((word) => word.startsWith(typed)).map((word) => ({ word, about: "", text: word, typed: typed.length }));
}

interface Parent {
  readonly name: string;
  readonly line: number;
}

const KEY = /^(\s*)([\w.-]+):\s*(.*)$/;

/** The keys under which a line stands, from the outermost. */
function parentsOf(lines: readonly string[], at: number, indent: number): readonly Parent[] {
  let left = indent;
  const parents: Parent[] = [];
  for (let index = at - 1; index >= 0 && left > 0; index--) {
    const [, space = "", name] = KEY.exec(lines[index] ?? "") ?? [];
    if (name === undefined || space.length >= left) continue;
    parents.unshift({ name, line: index });
    left = space.length;
  }
  return parents;
}

/** The keys of the block that contains a line, with their values; by default without the key on the line itself. */
function siblingsOf(lines: readonly string[], at: number, indent: number, without = at): ReadonlyMap<string, string> {
  const inBlock = (index: number) => {
    const text = lines[index] ?? "";
    return text.trim() === "" || indentOf(text) >= indent;
  };
  let [first, last] = [at, at];
  while (first > 0 && inBlock(first - 1)) first--;
  while (last < lines.length - 1 && inBlock(last + 1)) last++;
  const found = lines.slice(first, last + 1).flatMap((text, index) => {
    const [, space = "", name, value = ""] = KEY.exec(text) ?? [];
    return name !== undefined && space.length === indent && first + index !== without ? [[name, value] as const] : [];
  });
  return new Map(found);
}

function indentOf(line = ""): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

function fieldOf(schema: DefinitionSchema, name: string, siblings: ReadonlyMap<string, string>): DefinitionSchema | undefined {
  const { additionalProperties } = schema;
  const other = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return fieldsOf(schema, siblings)[name] ?? other;
}

/** The fields of a block. Those of an instance depend on its kind and engine. */
function fieldsOf(
  { properties = {}, allOf = [] }: DefinitionSchema,
  siblings: ReadonlyMap<string, string>,
): Readonly<Record<string, DefinitionSchema>> {
  const fitting = allOf.filter(({ if: { required, properties: wanted } }) =>
    Object.entries(wanted).every(([name, { const: value }]) =>
      siblings.has(name) ? siblings.get(name) === value : !required.includes(name),
    ),
  );
  return Object.assign({}, properties, ...fitting.map(({ then }) => then.properties));
}
