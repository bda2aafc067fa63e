import * as v from "valibot";
import { ReeveError } from "./error.ts";
import type { AnyOperation, CanonicalOf } from "./operation.ts";
import { decodeInput } from "./schema/decode.ts";
import { fits } from "./schema/fits.ts";
import { isRecord } from "./schema/is-record.ts";
import { schemaPartsOf } from "./schema/parts.ts";

/** Checks an input before the request is sent, and converts it to its canonical form. Throws `bad-input` with all mistakes. */
export function checkInput<Op extends AnyOperation>(operation: Op, input: unknown): CanonicalOf<Op> {
  if (!isRecord(input)) throw new ReeveError("bad-input", "expected an object of input fields");
  return checkFields(operation, given(input));
}

/** Checks a complete object of fields, without a copy because no caller uses it afterwards. Errors name the parameters. */
export function checkFields<Op extends AnyOperation>(
  operation: Op,
  fields: Readonly<Record<string, unknown>>,
  parameters?: ReadonlyMap<string, string>,
): CanonicalOf<Op> {
  if (fits(operation.input)(fields)) return fields as CanonicalOf<Op>;
  const decoded = decodeInput(operation.input, fields, secretFields(operation), parameters);
  if (!decoded.ok) throw new ReeveError("bad-input", decoded.issues.join("; "));
  // The schema of an operation yields its canonical input; only the type `AnyOperation` has lost this information.
  return decoded.value as CanonicalOf<Op>;
}

/** A copy of the caller's own fields without undefined ones. Each is read once, so that getters cannot change it after the check. */
function given(input: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(input)) {
    const value = input[name];
    if (value === undefined) continue;
    if (name !== "__proto__") fields[name] = value;
    else throw new ReeveError("bad-input", "__proto__: there is no such field");
  }
  return fields;
}

/** The fields of an operation's input by name, in the order of declaration. */
export function inputFields({ input }: AnyOperation): Readonly<Record<string, v.GenericSchema>> {
  const [base] = schemaPartsOf(input);
  return "entries" in base ? (base.entries as Record<string, v.GenericSchema>) : {};
}

/** The fields of an operation's input that must never be shown. */
export function secretFields(operation: AnyOperation): ReadonlySet<string> {
  const known = secrets.get(operation);
  if (known) return known;
  const names = new Set(Object.entries(inputFields(operation)).flatMap(([name, field]) => (isSecret(field) ? [name] : [])));
  secrets.set(operation, names);
  return names;
}

const secrets = new WeakMap<AnyOperation, ReadonlySet<string>>();

function isSecret(schema: v.GenericSchema): boolean {
  if ("wrapped" in schema) return isSecret(schema.wrapped as v.GenericSchema);
  return v.getMetadata(schema).secret === true;
}
