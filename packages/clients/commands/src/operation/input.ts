import {
  type AnyOperation,
  decodeInput,
  fieldsOf,
  flagNameOf,
  type InputField,
  isRecord,
  ReeveError,
  secretFields,
  textReader,
} from "@reeve/contract";
import type { Context } from "../context.ts";
import { needs } from "../parse/arguments.ts";
import { repeated } from "../parse/flags.ts";
import { flagOf, hasFlag, listOf, type ParsedArguments, wordOf } from "../parsed-arguments.ts";
import { readTextFile } from "../session/files.ts";
import { PAIR, placeholder, typedName, variableOf, waysOf } from "./field.ts";

/** Collects the input of an operation: from a file if one is given, from arguments and flags, and from the sources of secrets. */
async function readInput(operation: AnyOperation, args: ParsedArguments, context: Context): Promise<Readonly<Record<string, unknown>>> {
  const fields = fieldsOf(operation);
  const input: Record<string, unknown> = { ...(await fromFile(args, context)) };
  for (const field of fields) {
    const value = typedValue(field, args);
    if (value !== undefined) input[field.name] = value;
  }
  // All other mistakes are reported before the user is asked for secrets.
  const secrets = fields.filter((field) => field.isSecret && input[field.name] === undefined);
  const hidden = Object.fromEntries(secrets.map(({ name }) => [name, "…"]));
  const checked = check(operation, fields, { ...input, ...hidden }, args);
  // A dry run sends nothing and shows no secrets, so it asks for none.
  if (hasFlag(args, "dry-run")) return checked;
  const read: Record<string, string> = {};
  for (const field of secrets) read[field.name] = await readSecret(field, args, context);
  return { ...checked, ...read };
}

/** Collects one input for each value of the field that takes several values; without such a field, there is one input. */
export async function readInputs(
  operation: AnyOperation,
  each: string | undefined,
  args: ParsedArguments,
  context: Context,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [first = [], ...others] = each === undefined ? [] : (args.words.get(each) ?? []).map((word) => [[each, [word]]] as const);
  const one = await readInput(operation, { ...args, words: new Map([...args.words, ...first]) }, context);
  if (each === undefined) return [one];
  const fields = fieldsOf(operation);
  return [one, ...others.map(([[, [word]]]) => check(operation, fields, { ...one, [each]: word }, args))];
}

function typedValue(field: InputField, args: ParsedArguments): unknown {
  if (field.isSecret) return undefined;
  if (field.isPairs) return pairsIn(field, args);
  if (field.isSwitch) return hasFlag(args, flagNameOf(field)) ? field.values[0] : undefined;
  if (field.element) return listOf(args, flagNameOf(field))?.map(textReader(field.element));
  const text = field.isPositional ? wordOf(args, field.name) : flagOf(args, flagNameOf(field));
  return text === undefined ? undefined : textReader(field.schema)(text);
}

/** The pairs of a field, such as `retention.ms=3600000`. A value may contain commas and equals signs. */
function pairsIn(field: InputField, args: ParsedArguments): Readonly<Record<string, string>> | undefined {
  const { words, flags } = args;
  const pairs = field.isPositional ? words.get(field.name) : flags.get(flagNameOf(field));
  if (pairs === undefined) return undefined;
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const sign = pair.indexOf("=");
    const name = pair.slice(0, sign);
    if (sign < 1) throw new ReeveError("bad-input", `${typedName(field)}: expected ${PAIR}, got ${repeated(pair)}`);
    if (values.has(name)) throw new ReeveError("bad-input", `${typedName(field)}: ${repeated(name)} is given twice`);
    values.set(name, pair.slice(sign + 1));
  }
  return Object.fromEntries(values);
}

async function fromFile(args: ParsedArguments, context: Context): Promise<Record<string, unknown>> {
  const file = flagOf(args, "input");
  if (file === undefined) return {};
  const text = await readTextFile(file, context);
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
function check(operation: AnyOperation, fields: readonly InputField[], input: Record<string, unknown>, args: ParsedArguments) {
  const decoded = decodeInput(operation.input, input, secretFields(operation));
  if (decoded.ok) return decoded.value as Readonly<Record<string, unknown>>;
  const missing = fields.filter(({ name }) => decoded.issues.includes(`${name}: missing`));
  const wrong = decoded.issues.filter((issue) => !missing.some(({ name }) => issue === `${name}: missing`));
  const missingInputs = missing.map((field) => (field.isPositional ? typedName(field) : `${typedName(field)} ${placeholder(field)}`));
  const whole = ["reeve", ...args.path].join(" ");
  const sentences = [...wrong.map((issue) => asTyped(issue, fields)), ...(missingInputs.length > 0 ? [needs(whole, missingInputs)] : [])];
  throw new ReeveError("bad-input", sentences.join("; "));
}

/** Rewords an issue so that it uses the field's name on the command line. */
export function asTyped(issue: string, fields: readonly InputField[]): string {
  const field = fields.find(({ name }) => new RegExp(`^${name}\\b`).test(issue));
  if (!field) return issue;
  const rest = issue.slice(field.name.length).replace(/^\[(\d+)\]/, (_, index) => ` (${Number(index) + 1}.)`);
  return typedName(field) + rest.replace(", received ", ", got ");
}

/** Reads a secret from its file, from the environment, or from the terminal. */
async function readSecret(field: InputField, args: ParsedArguments, context: Context): Promise<string> {
  const file = flagOf(args, `${flagNameOf(field)}-file`);
  if (file !== undefined) return (await readTextFile(file, context)).trim();
  const value = context.processContext.env[variableOf(field)];
  if (value !== undefined && value !== "") return value;
  const talk = context.terminal.conversation(context.signal);
  if (talk) return (await talk.askSecret(`${capital(field.about)}: `)).trim();
  throw new ReeveError("bad-input", `the ${field.about} is missing, and there is no terminal to ask. ${waysOf(field)}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
