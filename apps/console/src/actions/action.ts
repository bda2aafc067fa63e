import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type Call, operationOf } from "../state/calls.ts";
import type { InstanceInfo } from "../state/cluster.ts";

/** A value that the user enters before the request is sent. */
export interface Question {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** Makes the question a checkbox. If the box is checked, this value is sent; otherwise no value is sent. */
  readonly checked?: string;
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
  readonly call: Call;
  readonly questions?: readonly Question[];
  /**
   * The name of what is changed or destroyed (default: the name of the instance). If data would be lost for good, the user has to type this
   * name.
   */
  readonly name?: string;
  /** Draws the answer of the operation that proposes the change. The user has to see this preview before the change can be sent. */
  readonly drawPreview?: (value: never) => ComponentChildren;
  readonly done?: () => void;
}

/** The action that waits for confirmation. */
export const proposed = signal<Action | undefined>(undefined);

/** Shows the request of an action, and sends it if the user confirms. Each proposal is an object of its own, and has a dialog of its own. */
export function propose(action: Action): void {
  proposed.value = { ...action };
}

/** Whether the instance's revision has an operation. */
export function canDo(info: InstanceInfo, name: string): boolean {
  return operationOf(info, name) !== undefined;
}

/** Keeps the actions whose operation the instance's revision has. */
export function possible(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ info, call }) => canDo(info, call.name));
}

/** The input of the action's operation, including the values that the user has entered. */
export function inputOf(
  { call, questions = [] }: Action,
  valueAt: (question: Question) => string,
): Readonly<Record<string, unknown>> {
  const answered = questions.flatMap((question) => {
    const value = valueAt(question);
    if (value === "" && isLeftOut(question)) return [];
    return [[question.field, question.isNumber ? Number(value) : value]];
  });
  return { ...call.input, ...Object.fromEntries(answered) };
}

/** Whether the user may leave the field empty. */
export function isLeftOut({ isOptional = false, checked }: Question): boolean {
  return isOptional || checked !== undefined;
}
