import { type Answer, carriesValue, isRecord, readAnswer, type WireAnswer } from "@reeve/contract";

/**
 * Whether a response with a status other than 2xx contains the operation's value: a plan with 503 is a plan, but a gateway's message with
 * 503 is an outage. A body that has all fields of the value counts even if a field is invalid; parsing the body then reports that field.
 */
export function carries(output: Answer<unknown>, wire: WireAnswer): boolean {
  if (!carriesValue(output, wire.status) || wire.body === null || typeof wire.body !== "object") return false;
  return readAnswer(output, wire).ok || output.forms.some(({ schema }) => hasFieldsOf(schema, wire.body));
}

/**
 * How many fields a value must have to be recognised, because other bodies could match fewer fields by chance: a problem document, for
 * instance, also has a `status`.
 */
const MIN_FIELDS = 3;

function hasFieldsOf(schema: unknown, body: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.entries) || !isRecord(body)) return false;
  const required = Object.entries(schema.entries).filter(
    ([, each]) => isRecord(each) && each.type !== "exact_optional",
  );
  return required.length >= MIN_FIELDS && required.every(([field]) => field in body);
}
