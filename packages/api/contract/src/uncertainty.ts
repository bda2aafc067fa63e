import { type AnyApi, listOperations } from "./api.ts";
import { ReeveError, type Verification } from "./error.ts";
import { inputFields } from "./input.ts";
import type { AnyOperation } from "./operation.ts";

/** The read that verifies a change. The input of the read consists of those fields of the change's input that the read also has. */
export function verificationOf(api: AnyApi, change: AnyOperation, input: object): Verification | undefined {
  const { verifiedBy } = change;
  const read = listOperations(api).find(({ name }) => name === verifiedBy)?.operation;
  if (verifiedBy === undefined || read === undefined) return undefined;
  const fields = inputFields(read);
  const shared = Object.entries(input).filter(([name]) => Object.hasOwn(fields, name));
  return { api: api.name, operation: verifiedBy, input: Object.fromEntries(shared) };
}

/** Adds that the change may have been made, and the read that shows whether it was, unless the error has both already. */
export function withUncertainty(error: ReeveError, verification?: Verification): ReeveError {
  if (error.mayHaveBeenDone) return error;
  const how = verification === undefined ? "check the current state" : `check with ${verification.operation}`;
  const sentence = `${error.message}; the change may have been made: ${how} before you continue`;
  const context = { ...error.context, mayHaveBeenDone: true, ...(verification && { verification }) } as const;
  return new ReeveError(error.code, sentence, context, error.cause === undefined ? {} : { cause: error.cause });
}
