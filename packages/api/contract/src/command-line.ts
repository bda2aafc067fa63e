import type { ListedOperation } from "./api.ts";
import { fieldsOf, type InputField } from "./field.ts";
import { isRecord } from "./schema/is-record.ts";
import { dashed, shellWord } from "./spelling.ts";

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
  const flagsOf = (field: InputField) => {
    const flag = `--${flagNameOf(field)}`;
    if (field.isSwitch) return [flag];
    return wordsOf(field, input[field.name]).map((word) => `${flag} ${shellWord(word)}`);
  };
  return [
    api,
    dashed(noun),
    dashed(verb),
    ...typed.filter(({ isPositional }) => isPositional).flatMap((field) => wordsOf(field, input[field.name]).map(shellWord)),
    ...typed.filter(({ isPositional }) => !isPositional).flatMap(flagsOf),
  ].join(" ");
}

function wordsOf({ isPairs }: InputField, value: unknown): readonly string[] {
  if (isPairs && isRecord(value)) return Object.entries(value).map(([name, each]) => `${name}=${each}`);
  return [[value].flat().join(",")];
}
