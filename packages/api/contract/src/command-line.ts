import type { ListedOperation } from "./api.ts";
import { fieldsOf, type InputField } from "./field.ts";

/** The name of a field's flag, such as `force-data-loss` for a field with only one possible value. */
export function flagNameOf({ name, isSwitch, values }: InputField): string {
  return dashed(isSwitch ? `${name}-${values[0]}` : name);
}

/** The command of an operation with its input, such as `broker topics create orders --partitions 12`. Secrets are left out. */
export function commandLineOf(
  api: string,
  { noun, verb, operation }: Pick<ListedOperation, "noun" | "verb" | "operation">,
  input: Readonly<Record<string, unknown>>,
): string {
  const typed = fieldsOf(operation).filter(({ name, isSecret }) => input[name] !== undefined && !isSecret);
  const flagOf = (field: InputField) => {
    const value = field.isSwitch ? "" : ` ${shellWord([input[field.name]].flat().join(","))}`;
    return `--${flagNameOf(field)}${value}`;
  };
  return [
    api,
    dashed(noun),
    dashed(verb),
    ...typed.filter(({ isPositional }) => isPositional).map(({ name }) => shellWord(String(input[name]))),
    ...typed.filter(({ isPositional }) => !isPositional).map(flagOf),
  ].join(" ");
}

function dashed(name: string): string {
  return name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A word of a command line, quoted if a shell would interpret it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
