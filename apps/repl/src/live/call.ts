import { type CallOptions, callOperation, type RawAnswer } from "@reeve/client";
import { isRecord, isReeveError, type ListedOperation, ReeveError, secretFields } from "@reeve/contract";
import { draw } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import { didYouMean, localTime, utcTime } from "@reeve/terminal";
import type { Shell } from "../shell.ts";
import type { Drawing } from "../show/drawings.ts";
import { confirmDestroy } from "./agreement.ts";
import { fieldsOf } from "./fields.ts";
import type { Instance } from "./instance.ts";
import { exampleOf } from "./method-help.ts";

/** Calls an operation from the shell: secrets are recorded, destructive operations ask for confirmation, Ctrl-C cancels. */
export function call(
  shell: Shell,
  instance: Instance,
  listed: ListedOperation,
  input: unknown,
  options: CallOptions = {},
): Promise<RawAnswer> {
  noteSecrets(shell, listed, input);
  if (input !== undefined && !isRecord(input)) return Promise.reject(noObject(instance, listed));
  return shell.inFlight.run(async (signal) => {
    await confirmDestroy(shell, instance, listed, input, signal);
    try {
      const answer = await callOperation(instance.client, listed.name, input, { ...options, signal });
      if (listed.name === "plans.show") notePlan(shell, instance, input, answer);
      return answer;
    } catch (error) {
      throw await inShellWords(error, instance, listed, input);
    } finally {
      if (listed.operation.effect !== "read") instance.names.forget();
    }
  }, options.signal);
}

function noObject(instance: Instance, listed: ListedOperation): ReeveError {
  const { noun, verb, name } = listed;
  const example = exampleOf({ instance, noun, verb, listed });
  return new ReeveError("bad-input", `${instance.global}.${name} takes an object of fields: ${example}`);
}

/** How to show the value of an answer. */
export function drawingOf(
  shell: Shell,
  { pictures }: Pick<Instance, "pictures">,
  operation: string,
  input: unknown,
): (value: unknown, answer?: RawAnswer) => Drawing {
  const times = shell.terminal.results.isTerminal() ? localTime() : utcTime;
  const given = isRecord(input) ? input : {};
  return (value, answer) => ({
    lines: (style) => draw(pictures, operation, value, { style, times, now: Date.now(), input: given }),
    ...(answer && { wire: answer }),
  });
}

/** From now on these values are redacted. */
export function noteSecrets({ secrets }: Shell, { operation }: ListedOperation, input: unknown): void {
  if (!isRecord(input)) return;
  for (const field of secretFields(operation)) secrets.add(input[field]);
}

/** Updates the prompt and the completions from an answer. */
function notePlan(shell: Shell, { seen }: Instance, input: unknown, answer: RawAnswer): void {
  const plan = isRecord(input) && typeof input.plan === "string" ? input.plan : "deploy";
  try {
    seen.set(plan, answer.read() as Plan);
    shell.changed();
  } catch {
    // An error in the plan is reported by the call itself.
  }
}

/** Milliseconds for names after an error: long enough for a server that answers, and short enough to wait for. */
const NAMES_WITHIN = 500;

/** An error in the shell's words: for an unknown name, which one was probably meant. */
async function inShellWords(
  error: unknown,
  instance: Instance,
  listed: ListedOperation,
  input: unknown,
): Promise<unknown> {
  if (isReeveError(error, "cancelled"))
    return new ReeveError("cancelled", "cancelled", error.context, { cause: error });
  if (!isReeveError(error, "not-found") || !isRecord(input)) return error;
  const [field] = fieldsOf(listed.operation).filter(({ name }) => typeof input[name] === "string");
  if (!field) return error;
  const asked = String(input[field.name]);
  const names = await instance.names.of(field.source, NAMES_WITHIN);
  if (names.length === 0 || names.includes(asked)) return error;
  const sentence = `no ${field.name} ${JSON.stringify(asked)} in ${instance.service}.${didYouMean(asked, names)}`;
  return new ReeveError("not-found", sentence, error.context, { cause: error });
}
