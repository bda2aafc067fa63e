import { type Context, flagOf, type Given, hasFlag, listOf, needs, readText, wordOf } from "@reeve/commands";
import { type AnyOperation, decodeInput, isRecord, ReeveError, secretFields, textReader } from "@reeve/contract";
import { type Field, isIdentifying, placeholder } from "./field.ts";
import { readSecret } from "./secret.ts";

/** Collects the input of an operation: from a file if one is given, from arguments and flags, and from the sources of secrets. */
export async function readInput(
  operation: AnyOperation,
  fields: readonly Field[],
  given: Given,
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const input: Record<string, unknown> = { ...(await fromFile(given, context)) };
  for (const field of fields) {
    const value = typedValue(field, given);
    if (value !== undefined) input[field.name] = value;
  }
  // All other mistakes are reported before the user is asked for secrets.
  const secrets = fields.filter((field) => field.isSecret && input[field.name] === undefined);
  const hidden = Object.fromEntries(secrets.map(({ name }) => [name, "…"]));
  const withoutSecrets = check(operation, fields, { ...input, ...hidden }, given);
  // A dry run sends nothing and shows no secrets, so it asks for none.
  if (hasFlag(given, "dry-run")) return withoutSecrets;
  for (const field of secrets) input[field.name] = await readSecret(field, given, context);
  return check(operation, fields, input, given);
}

function typedValue(field: Field, given: Given): unknown {
  if (field.isSecret) return undefined;
  if (field.isSwitch) return hasFlag(given, field.flag) ? field.words[0] : undefined;
  if (field.element) return listOf(given, field.flag)?.map(textReader(field.element));
  const text = isIdentifying(field) ? wordOf(given, field.name) : flagOf(given, field.flag);
  return text === undefined ? undefined : textReader(field.schema)(text);
}

async function fromFile(given: Given, context: Context): Promise<Record<string, unknown>> {
  const file = flagOf(given, "input");
  if (file === undefined) return {};
  const text = await readText(file, context);
  const from = file === "-" ? "standard input" : file;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Neither the parser's message nor the text is shown, because either may contain a secret.
  }
  throw new ReeveError("bad-input", `--input: ${from} is not a JSON object of input fields`);
}

/** Checks the input. Errors use the names of the command line, such as `--partitions` and `<topic>`. */
function check(operation: AnyOperation, fields: readonly Field[], input: Record<string, unknown>, given: Given) {
  const decoded = decodeInput(operation.input, input, secretFields(operation));
  if (decoded.ok) return decoded.value as Readonly<Record<string, unknown>>;
  const missing = fields.filter(({ name }) => decoded.issues.includes(`${name}: missing`));
  const wrong = decoded.issues.filter((issue) => !missing.some(({ name }) => issue === `${name}: missing`));
  const missingInputs = missing.map((field) =>
    isIdentifying(field) ? `<${field.name}>` : `--${field.flag} ${placeholder(field)}`,
  );
  const whole = ["reeve", ...given.path].join(" ");
  const sentences = [
    ...wrong.map((issue) => asTyped(issue, fields)),
    ...(missingInputs.length > 0 ? [needs(whole, missingInputs)] : []),
  ];
  throw new ReeveError("bad-input", sentences.join("; "));
}

/** Rewords an issue so that it uses the field's name on the command line. */
export function asTyped(issue: string, fields: readonly Field[]): string {
  const field = fields.find(({ name }) => new RegExp(`^${name}\\b`).test(issue));
  if (!field) return issue;
  const rest = issue.slice(field.name.length).replace(/^\[(\d+)\]/, (_, index) => ` (${Number(index) + 1}.)`);
  return (isIdentifying(field) ? `<${field.name}>` : `--${field.flag}`) + rest.replace(", received ", ", got ");
}
