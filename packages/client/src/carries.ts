import { type Answer, carriesValue, isRecord, readAnswer, type WireAnswer } from "@reeve/contract";

/**
 * Whether an answer with a status other than 2xx is a valid answer: a plan that comes with 503 is a plan, a gateway's message with 503 is
 * an outage. A body that has the value's own fields, but a wrong value in one of them, counts as an answer: reading it then reports which.
 */
export function carries(output: Answer<unknown>, wire: WireAnswer): boolean {
  if (!carriesValue(output, wire.status) || wire.body === null || typeof wire.body !== "object") return false;
  return readAnswer(output, wire).ok || output.forms.some(({ schema }) => hasFieldsOf(schema, wire.body));
}

/** With fewer fields, another body is too likely to match: a problem document has a status, too. */
const MIN_FIELDS = 3;

function hasFieldsOf(schema: unknown, body: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.entries) || !isRecord(body)) return false;
  const required = Object.entries(schema.entries).filter(
    ([, each]) => isRecord(each) && each.type !== "exact_optional",
  );
  return required.length >= MIN_FIELDS && required.every(([field]) => field in body);
}
