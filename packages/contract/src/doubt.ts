import type { AnyApi } from "./api.ts";
import { type Look, ReeveError } from "./error.ts";
import { inputFields } from "./input.ts";
import type { AnyOperation } from "./operation.ts";

/** The read that shows what became of a change: the one that its declaration names, with the fields that both take. */
export function lookAfter(api: AnyApi, change: AnyOperation, input: object): Look | undefined {
  const { shownBy } = change;
  const read = shownBy === undefined ? undefined : operationNamed(api, shownBy);
  if (shownBy === undefined || read === undefined) return undefined;
  const fields = inputFields(read);
  const shared = Object.entries(input).filter(([name]) => Object.hasOwn(fields, name));
  return { api: api.name, operation: shownBy, input: Object.fromEntries(shared) };
}

function operationNamed({ operations }: AnyApi, name: string): AnyOperation | undefined {
  const [noun = "", verb = ""] = name.split(".");
  return operations[noun]?.[verb];
}

/** Says of the error of a change that the change may have been done, and with which read to look. An error that says so already stays as it is. */
export function inDoubt(error: ReeveError, look?: Look): ReeveError {
  if (error.mayHaveBeenDone) return error;
  const how = look === undefined ? "look how things are" : `look with ${look.operation}`;
  const sentence = `${error.message}; it may have been done: ${how} before you go on`;
  const context = { ...error.context, mayHaveBeenDone: true, ...(look && { look }) } as const;
  return new ReeveError(error.code, sentence, context, error.cause === undefined ? {} : { cause: error.cause });
}
