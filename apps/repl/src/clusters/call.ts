import { type CallOptions, callOperation, type RawAnswer } from "@reeve/client";
import { fieldsOf, isRecord, isReeveError, type ListedOperation, ReeveError, secretFields } from "@reeve/contract";
import { draw } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import { didYouMean, localTime, utcTime } from "@reeve/terminal";
import { exampleOf } from "../help/method-help.ts";
import type { Drawing } from "../show/drawings.ts";
import type { ShellState } from "../start/shell.ts";
import { confirmInShell } from "./agreement.ts";
import type { ServiceInstance } from "./instance.ts";

/**
 * Calls an operation from the shell. The secrets in its input are recorded, a destructive operation needs a confirmation, and Ctrl-C
 * cancels the call.
 */
export function callInShell(
  shell: ShellState,
  instance: ServiceInstance,
  listed: ListedOperation,
  input: unknown,
  options: CallOptions = {},
): Promise<RawAnswer> {
  noteSecrets(shell, listed, input);
  if (input !== undefined && !isRecord(input)) return Promise.reject(noObject(instance, listed));
  return shell.inFlight.run(async (signal) => {
    await confirmInShell(shell, instance, listed, input, signal);
    try {
      const answer = await callOperation(instance.client, listed.name, input, { ...options, signal });
      if (listed.operation.shows === "plan") notePlan(shell, instance, input, answer);
      return answer;
    } catch (error) {
      throw await inShellWords(error, instance, listed, input);
    } finally {
      if (listed.operation.effect !== "read") instance.names.forget();
    }
  }, options.signal);
}

/** The input as an object of fields. A single text or number is the one field that the operation requires: `describe("orders")`. */
export function fieldsFrom({ operation }: ListedOperation, input: unknown): unknown {
  if (typeof input !== "string" && typeof input !== "number") return input;
  const [field, ...others] = fieldsOf(operation).filter(({ required }) => required);
  return field && others.length === 0 ? { [field.name]: input } : input;
}

function noObject(instance: ServiceInstance, listed: ListedOperation): ReeveError {
  const example = exampleOf({ instance, noun: listed.noun, verb: listed.verb, listed });
  return new ReeveError("bad-input", `${instance.global}.${listed.name} takes an object of fields: ${example}`);
}

/** How the value of an operation is shown. */
export function drawingOf(shell: ShellState, instance: ServiceInstance, operation: string, input: unknown, value: unknown): Drawing {
  const times = shell.terminal.results.isTerminal() ? localTime() : utcTime;
  const fields = isRecord(input) ? input : {};
  return { lines: (style) => draw(instance.pictures, operation, value, { style, times, now: Date.now(), input: fields }) };
}

/** Records the secrets of an input, which are redacted in all later output. */
export function noteSecrets({ secrets }: ShellState, { operation }: ListedOperation, input: unknown): void {
  if (!isRecord(input)) return;
  for (const field of secretFields(operation)) secrets.add(input[field]);
}

/** Updates the state of the rollouts in the prompt from the answer of `plans.show`. */
function notePlan(shell: ShellState, { seen }: ServiceInstance, input: unknown, answer: RawAnswer): void {
  const plan = isRecord(input) && typeof input.plan === "string" ? input.plan : "deploy";
  try {
    seen.set(plan, answer.read() as Plan);
    shell.changed();
  } catch {
    // An invalid plan is ignored here, because the call itself reports it.
  }
}

/** Maximum time in milliseconds that an error is delayed to fetch names to suggest. Most servers answer within this time. */
const NAMES_WITHIN = 500;

/** Rewords an error for the shell. The error for an unknown name suggests the most similar name. */
async function inShellWords(error: unknown, instance: ServiceInstance, listed: ListedOperation, input: unknown): Promise<unknown> {
  if (isReeveError(error, "cancelled")) return new ReeveError("cancelled", "cancelled", error.context, { cause: error });
  if (!isReeveError(error, "not-found") || !isRecord(input)) return error;
  // A comma-separated list is skipped, because the error does not say which name in the list is unknown.
  const [field] = fieldsOf(listed.operation).filter(({ name, hasCommas }) => !hasCommas && typeof input[name] === "string");
  if (!field) return error;
  const name = String(input[field.name]);
  const names = await instance.names.of(field, NAMES_WITHIN);
  if (names.length === 0 || names.includes(name)) return error;
  const sentence = `no ${field.name} ${JSON.stringify(name)} in ${instance.service}.${didYouMean(name, names)}`;
  return new ReeveError("not-found", sentence, error.context, { cause: error });
}
