import { type AnyOperation, inputFields, kindsOf, secretFields } from "@reeve/contract";
import * as v from "valibot";
import { dashed, quoted } from "../model/spelling.ts";

/** A field of an operation's input, as the command line sees it. */
export interface Field {
  /** As it is on the wire. */
  readonly name: string;
  /** As a flag spells it. */
  readonly flag: string;
  readonly schema: v.GenericSchema;
  readonly about: string;
  readonly required: boolean;
  /** What stands in its place when it is left out. */
  readonly fallback: unknown;
  readonly isSecret: boolean;
  readonly travelsInBody: boolean;
  /** What an element of a list is; undefined for what is no list. */
  readonly element: v.GenericSchema | undefined;
  /** Words that it is known to take. */
  readonly words: readonly string[];
  /** Whether these words, and nothing else, are what it takes. */
  readonly isChoice: boolean;
  /** Whether there is one word only, which a flag without a value says: `--force-data-loss`. */
  readonly isSwitch: boolean;
}

/** The fields of an operation, in the order of their declaration. */
export function fieldsOf(operation: AnyOperation): readonly Field[] {
  const secrets = secretFields(operation);
  return Object.entries(inputFields(operation)).map(([name, schema]) => {
    const words = wordsOf(schema);
    const isChoice = words.length > 0 && [...kindsOf(schema)].every((kind) => kind === "picklist");
    const isSwitch = isChoice && words.length === 1;
    return {
      name,
      flag: isSwitch ? dashed(`${name}-${words[0]}`) : dashed(name),
      schema,
      about: aboutOf(schema),
      required: !schema.type.includes("optional"),
      fallback: "default" in schema ? schema.default : undefined,
      isSecret: secrets.has(name),
      travelsInBody: operation.body.includes(name),
      element: elementOf(schema),
      words,
      isChoice,
      isSwitch,
    };
  });
}

/** Field names that say which thing is meant. They are typed as they are, everything else is a flag. */
const identifying = new Set(["broker", "topic", "node", "plan", "id"]);

/** Whether a field says which thing is meant. */
export function isIdentifying({ name }: Field): boolean {
  return identifying.has(name);
}

/** An input as it is typed, each word by itself: what identifies comes first, secrets are left out. */
export function typedAs(fields: readonly Field[], input: Readonly<Record<string, unknown>>): readonly string[] {
  const given = fields.filter(({ name, isSecret }) => input[name] !== undefined && !isSecret);
  const words = given.filter(isIdentifying).map(({ name }) => quoted(String(input[name])));
  const flags = given
    .filter((field) => !isIdentifying(field))
    .map(({ name, flag, isSwitch }) =>
      isSwitch ? `--${flag}` : `--${flag} ${quoted([input[name]].flat().join(","))}`,
    );
  return [...words, ...flags];
}

/** What a flag takes, as help shows it. */
export function placeholder({ element, words, isChoice, schema, name }: Field): string {
  if (element) return `${singular(name)},…`;
  if (isChoice) return words.join("|");
  const kinds = kindsOf(schema);
  return kinds.has("number") && !kinds.has("string") && words.length === 0 ? "N" : dashed(name).toUpperCase();
}

function singular(name: string): string {
  return dashed(name).replace(/ies$/, "y").replace(/s$/, "").toUpperCase();
}

function aboutOf(schema: v.GenericSchema): string {
  const words = v.getDescription(schema);
  if (words !== undefined) return words;
  return "wrapped" in schema ? aboutOf(schema.wrapped as v.GenericSchema) : "";
}

function elementOf(schema: v.GenericSchema): v.GenericSchema | undefined {
  if ("wrapped" in schema) return elementOf(schema.wrapped as v.GenericSchema);
  return schema.type === "array" && "item" in schema ? (schema.item as v.GenericSchema) : undefined;
}

function wordsOf(schema: v.GenericSchema): readonly string[] {
  if ("wrapped" in schema) return wordsOf(schema.wrapped as v.GenericSchema);
  if (!("options" in schema)) return [];
  const options = schema.options as readonly unknown[];
  if (schema.type === "picklist") return options.map(String);
  return schema.type === "union" ? (options as v.GenericSchema[]).flatMap(wordsOf) : [];
}
