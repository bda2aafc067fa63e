import { dashed, type Flag, upperSnake } from "@reeve/commands";
import { flagNameOf, type InputField, kindsOf } from "@reeve/contract";

/** A field as users type it: `<topic>` or `--partitions`. */
export function typedName(field: InputField): string {
  return field.isPositional ? `<${field.isPairs ? PAIR : field.name}>` : `--${flagNameOf(field)}`;
}

/** A pair in help and messages. */
export const PAIR = "name=value";

/** The placeholder of a flag's value in help. */
export function placeholder({ element, isPairs, values, isChoice, schema, name }: InputField): string {
  if (isPairs) return PAIR.toUpperCase();
  if (element) return `${singular(name)},…`;
  if (isChoice) return values.join("|");
  const kinds = kindsOf(schema);
  return kinds.has("number") && !kinds.has("string") && values.length === 0 ? "N" : dashed(name).toUpperCase();
}

function singular(name: string): string {
  return dashed(name).replace(/ies$/, "y").replace(/s$/, "").toUpperCase();
}

/**
 * The two flags of a secret field: one takes a file that contains the secret; the other would take the secret itself, and is refused with a
 * message that names the alternatives.
 */
export function secretFlags(field: InputField): readonly Flag[] {
  return [
    {
      name: `${flagNameOf(field)}-file`,
      takes: "FILE",
      summary: `file with the ${field.about}; or set ${variableOf(field)}`,
      offers: { files: true },
    },
    {
      name: flagNameOf(field),
      summary: field.about,
      refused: `a secret cannot be an argument, because other users can see arguments. ${waysOf(field)}`,
    },
  ];
}

/** The ways to give a secret, as a sentence. */
export function waysOf(field: InputField): string {
  return `Set ${variableOf(field)}, or give --${flagNameOf(field)}-file FILE.`;
}

/** The environment variable that may contain the secret. */
export function variableOf({ name }: InputField): string {
  return `REEVE_${upperSnake(name)}`;
}
