import { commandLine, type OperationCall, requestLine } from "../state/calls.ts";
import { sentenceOf } from "../state/session.ts";
import { type Action, type EnteredField, enteredInput } from "./action.ts";

/** The command line that has the same effect as an action. It has no secrets, because the command line reads them from elsewhere. */
export function shownLine(action: Action, valueAt: (question: EnteredField) => string): string {
  return commandLine(action.info, withPlaceholders(action, valueAt));
}

/** The request that an action sends, with placeholders for secrets, or the reason why the values are invalid. */
export function shownRequest(action: Action, valueAt: (question: EnteredField) => string): string {
  try {
    return requestLine(action.info, withPlaceholders(action, valueAt));
  } catch (error) {
    return sentenceOf(error);
  }
}

function withPlaceholders(action: Action, valueAt: (question: EnteredField) => string): OperationCall {
  const secrets = new Set(action.questions.flatMap(({ field: { name, isSecret } }) => (isSecret ? [name] : [])));
  const shown = Object.entries(enteredInput(action, valueAt)).map(([name, value]) => {
    if (value === "") return [name, "…"];
    return [name, secrets.has(name) ? "<redacted>" : value];
  });
  return { ...action.call, input: Object.fromEntries(shown) };
}
