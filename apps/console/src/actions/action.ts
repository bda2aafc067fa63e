import { signal } from "@preact/signals";
import { type AnyOperation, fieldsOf, type InputField } from "@reeve/contract";
import type { ComponentChildren } from "preact";
import { listedIn, type OperationCall } from "../state/calls.ts";
import type { InstanceInfo } from "../state/cluster.ts";

/** A field whose value the user enters before the request is sent. */
export interface EnteredField {
  readonly field: InputField;
  /** The value that the field has at first. */
  readonly value: string;
}

/** An action that the user has to confirm. */
export interface Action {
  readonly info: InstanceInfo;
  /** The text of the action's button. */
  readonly label: string;
  readonly title: string;
  /**
   * What the action does, in a sentence. It is left out for a destructive operation, whose declaration already contains such a sentence.
   */
  readonly about?: string;
  readonly call: OperationCall;
  readonly questions: readonly EnteredField[];
  /** Draws the answer of the operation that proposes the change. The user has to see this preview before the change can be sent. */
  readonly drawPreview?: (value: never) => ComponentChildren;
  /** The page that shows the outcome, which opens after the action: the segments of its address after the service. */
  readonly opens?: (input: Readonly<Record<string, unknown>>) => readonly string[];
  readonly done?: () => void;
}

/** What an action adds to its operation: its texts, the input that the user does not enter, and the fields that the user enters. */
type ActionParts = Pick<Action, "label" | "about" | "drawPreview" | "opens"> & {
  readonly title?: string;
  readonly input?: OperationCall["input"];
  /** The fields to enter with their first values, or `all` fields that the revision has. */
  readonly questions?: Readonly<Record<string, string>> | "all";
};

/** The action that performs an operation; nothing if the revision of the instance does not have the operation. */
export function actionOn(
  info: InstanceInfo,
  operation: AnyOperation | undefined,
  { input = {}, questions = {}, ...parts }: ActionParts,
): readonly Action[] {
  const listed = operation && listedIn(info, operation);
  if (!listed) return [];
  const fields = fieldsOf(listed.operation, info.revision);
  const entered = fields.flatMap((field) => {
    const value = questions === "all" ? "" : questions[field.name];
    return value === undefined ? [] : [{ field, value }];
  });
  const { wait } = listed.operation;
  const plan = wait?.by === "plan" ? { opens: () => ["plans", wait.plan] } : {};
  return [{ title: parts.label, ...plan, ...parts, info, call: { listed, input }, questions: entered }];
}

/** The action that waits for confirmation. */
export const proposedAction = signal<Action | undefined>(undefined);

/** Whether a change is being sent. Views read nothing meanwhile: a view of what is being deleted would show a failure for a moment. */
export const isChanging = signal(false);

/** Shows the request of an action, and sends it if the user confirms. Each proposal is an object and has a dialog of its own. */
export function propose(action: Action, done?: () => void): void {
  proposedAction.value = { ...action, ...(done && { done }) };
}

/** The input of the action's operation, including the values that the user has entered. */
export function enteredInput({ call, questions }: Action, valueAt: (question: EnteredField) => string): Readonly<Record<string, unknown>> {
  const entered = questions.flatMap((question) => {
    const { field } = question;
    const value = valueAt(question);
    return value === "" && !field.required ? [] : [[field.name, enteredValue(field, value)]];
  });
  return { ...call.input, ...Object.fromEntries(entered) };
}

/** The value that a user has entered as text: a number, pairs such as `retention.ms=1000 segment.ms=1000`, or the text itself. */
export function enteredValue({ isNumber, isPairs }: InputField, text: string): unknown {
  if (isNumber) return Number(text);
  if (!isPairs) return text;
  const pairs = text.trim().split(/\s+/);
  return Object.fromEntries(pairs.filter(Boolean).map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
}
