import { type InputField, kindsOf } from "@reeve/contract";
import { dashed, quoted } from "../model/spelling.ts";

/** The name of a field's flag, such as `--force-data-loss` for a field with only one possible value. */
export function flagNameOf({ name, isSwitch, values }: InputField): string {
  return dashed(isSwitch ? `${name}-${values[0]}` : name);
}

/** A field as users type it: `<topic>` or `--partitions`. */
export function typedName(field: InputField): string {
  return field.isPositional ? `<${field.name}>` : `--${flagNameOf(field)}`;
}

/** Converts an operation's input to words of a command line. Arguments come first, and secrets are left out. */
export function typedAs(fields: readonly InputField[], input: Readonly<Record<string, unknown>>): readonly string[] {
  const present = fields.filter(({ name, isSecret }) => input[name] !== undefined && !isSecret);
  const words = present.filter(({ isPositional }) => isPositional).map(({ name }) => quoted(String(input[name])));
  const flags = present
    .filter(({ isPositional }) => !isPositional)
    .map((field) => {
      const flag = `--${flagNameOf(field)}`;
      return field.isSwitch ? flag : `${flag} ${quoted([input[field.name]].flat().join(","))}`;
    });
  return [...words, ...flags];
}

/** The placeholder of a flag's value in help. */
export function placeholder({ element, values, isChoice, schema, name }: InputField): string {
  if (element) return `${singular(name)},…`;
  if (isChoice) return values.join("|");
  const kinds = kindsOf(schema);
  return kinds.has("number") && !kinds.has("string") && values.length === 0 ? "N" : dashed(name).toUpperCase();
}

function singular(name: string): string {
  return dashed(name).replace(/ies$/, "y").replace(/s$/, "").toUpperCase();
}
