import { type AnyApi, dashed, defined, flagNameOf, type InputField, kindsOf, operationNaming } from "@reeve/contract";
import type { Flag, Offers, Positional } from "../command.ts";

/** The argument of a field. A field that takes several names, `each`, may be typed several times. */
export function positionalOf(api: AnyApi, field: InputField, each: string | undefined): Positional {
  const fallback = field.fallback === undefined ? "" : ` (default: ${field.fallback})`;
  return defined({
    name: field.name,
    placeholder: field.isPairs ? PAIR : undefined,
    summary: field.about + fallback,
    required: field.required,
    many: field.isPairs || field.name === each,
    offers: field.isPairs ? pairOffers(field) : offersFor(api, field),
  });
}

/** Completion ends the name of a pair with the equals sign. */
function pairOffers({ values }: InputField): Offers {
  return { words: values.map((name) => `${name}=`) };
}

/** The flags of a field. */
export function flagsOf(api: AnyApi, field: InputField): readonly Flag[] {
  if (field.isSecret) return secretFlags(field);
  if (field.isSwitch) return [{ name: flagNameOf(field), summary: field.about }];
  const words = field.isPairs ? pairOffers(field) : { words: field.values };
  const flag = defined({
    name: flagNameOf(field),
    takes: placeholder(field),
    summary: field.about,
    // The fields of the body may come from a file, so a missing field is only reported after the file has been read.
    required: field.required && !field.isInBody,
    many: field.element !== undefined || field.isPairs,
    choices: field.isChoice ? field.values : undefined,
    offers: field.values.length > 0 ? words : offersFor(api, field),
  });
  return [flag];
}

/** What completion offers for a field; undefined if no operation lists the names that the field takes. */
export function offersFor(api: AnyApi, { names, hasCommas }: Pick<InputField, "names" | "hasCommas">): Offers | undefined {
  if (names === undefined || !operationNaming(api, names)) return undefined;
  return { live: names, ...(hasCommas && { isList: true }) };
}

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
function secretFlags(field: InputField): readonly Flag[] {
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
  return `REEVE_${dashed(name).replaceAll("-", "_").toUpperCase()}`;
}
