import { dashed, quoted } from "@reeve/commands";
import { type AnyOperation, inputFields, kindsOf, secretFields } from "@reeve/contract";
import * as v from "valibot";

/** A field of an operation's input, and how it is given on the command line. */
export interface Field {
  /** The field's name in requests. */
  readonly name: string;
  /** The name of the field's flag. */
  readonly flag: string;
  readonly schema: v.GenericSchema;
  readonly about: string;
  readonly required: boolean;
  /** The default value. */
  readonly fallback: unknown;
  readonly isSecret: boolean;
  readonly travelsInBody: boolean;
  /** The schema of an element if the field is a list. */
  readonly element: v.GenericSchema | undefined;
  /** The values that the declaration lists. */
  readonly words: readonly string[];
  /** Whether values other than `words` are refused. */
  readonly isChoice: boolean;
  /** Whether the field has only one possible value. Its flag is then a switch, such as `--force-data-loss`. */
  readonly isSwitch: boolean;
}

/** The fields of an operation's input, in the order of declaration. */
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

/**
 * Fields that identify an object or that are an operation's only input. They are positional arguments unless they are sent in the body; all
 * other fields are flags.
 */
const identifying = new Set(["backup_name", "broker", "topic", "node", "plan", "id", "copies"]);

/** Whether a field identifies an object. */
export function isIdentifying({ name, travelsInBody }: Field): boolean {
  return identifying.has(name) && !travelsInBody;
}

/** Converts an operation's input to words of a command line. Identifying fields come first, and secrets are left out. */
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

/** The placeholder of a flag's value in help. */
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
