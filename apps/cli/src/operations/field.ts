import { dashed } from "@reeve/commands";
import { flagNameOf, type InputField, kindsOf } from "@reeve/contract";

/** A field as users type it: `<topic>` or `--partitions`. */
export function typedName(field: InputField): string {
  return field.isPositional ? `<${field.name}>` : `--${flagNameOf(field)}`;
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
