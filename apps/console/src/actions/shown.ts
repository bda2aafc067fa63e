import { type Call, commandLine, requestLine } from "../state/calls.ts";
import { sentenceOf } from "../state/session.ts";
import { type Action, inputOf, type Question } from "./action.ts";

/** The command line that has the same effect as an action. */
export function shownLine(action: Action, valueAt: (question: Question) => string): string {
  return commandLine(action.info, withoutSecrets(action, valueAt));
}

/** The request that an action sends, or the reason why the values are invalid. */
export function shownRequest(action: Action, valueAt: (question: Question) => string): string {
  try {
    return requestLine(action.info, withoutSecrets(action, valueAt, "<redacted>"));
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Hides secrets. The command line leaves them out, because it reads them from elsewhere; a request shows a placeholder instead. */
function withoutSecrets(action: Action, valueAt: (question: Question) => string, instead?: string): Call {
  const { call, questions = [] } = action;
  const isSecret = (name: string) => questions.some(({ field, isSecret }) => field === name && isSecret);
  const shown = Object.entries(inputOf(action, valueAt)).flatMap(([name, value]) => {
    if (value === "") return instead === undefined && isSecret(name) ? [] : [[name, "…"]];
    if (!isSecret(name)) return [[name, value]];
    return instead === undefined ? [] : [[name, instead]];
  });
  return { ...call, input: Object.fromEntries(shown) };
}
