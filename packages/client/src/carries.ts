import { type Answer, carriesValue, isRecord, readAnswer, type WireAnswer } from "@reeve/contract";

/**
 * Whether an answer with another status than 2xx carries what was asked for: a plan that comes with 503 is a plan, the words of a
 * gateway with 503 are an outage. A body that has the value's own fields, with something wrong inside, is an answer too: reading it
 * says where.
 */
export function carries(output: Answer<unknown>, wire: WireAnswer): boolean {
  if (!carriesValue(output, wire.status) || wire.body === null || typeof wire.body !== "object") return false;
  return readAnswer(output, wire).ok || output.forms.some(({ schema }) => hasFieldsOf(schema, wire.body));
}

/** With fewer fields than these a body that only looks alike is too likely: a problem document has a status, too. */
const FEWEST_FIELDS = 3;

function hasFieldsOf(schema: unknown, body: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.entries) || !isRecord(body)) return false;
  const required = Object.entries(schema.entries).filter(
    ([, each]) => isRecord(each) && each.type !== "exact_optional",
  );
  return required.length >= FEWEST_FIELDS && required.every(([field]) => field in body);
}
