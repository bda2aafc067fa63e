import type { AnyOperation } from "./operation.ts";

// What the command line, the shell and the console must know of an operation. In sentences, `{field}` stands for the value of an input
// field.

/** How front ends wait for the work that an operation starts. */
export type OperationWait = { readonly done: string } & (
  | {
      /**
       * The client's method, such as `restartAndWait`, sends the request and waits. `continues` says which work a cancelled wait does not
       * stop.
       */
      readonly by: "method";
      readonly summary: string;
      readonly about: string;
      readonly continues: string;
    }
  | {
      /** The wait ends when the plan that the input names is complete. */
      readonly by: "control";
    }
  | {
      /** The wait ends when another plan is complete, which the operation `read` shows. */
      readonly by: "plan";
      readonly plan: string;
      readonly read: AnyOperation;
    }
  | {
      /** The wait ends when the name in the positional field is no longer listed. */
      readonly by: "absence";
    }
);

/** How front ends ask for confirmation before a destructive operation. */
export interface Confirmation {
  /** What is done, such as `replacing a node`. */
  readonly act: string;
  /** The name that the user must type; without it, the name of the service. */
  readonly name?: string;
  /**
   * A further fact to show before the confirmation: the partitions of a topic, the replicas that exist only on a node, or what a reset does
   * to the offsets of a group.
   */
  readonly detail?: "partitions" | "only replicas" | "reset";
}

/** A list: what its rows are, and whether the Reeve service sends an event for each of its changes. Other lists must be polled. */
export interface OperationList {
  readonly of: string;
  readonly hasEvents: boolean;
}

/** The names in an answer, by what they name, such as `topic`. Completion offers them for the fields that take such names. */
export interface AnswerNames<Output> {
  readonly [thing: string]: NamesIn<Output>;
}

/** This is the type of a method, so that an operation with any output is also an `AnyOperation`. */
type NamesIn<Output> = { in(answer: Output): readonly string[] }["in"];

/** Another spelling of a field's value, for servers that refuse the one in the API document. Only a read is sent again. */
export interface FallbackSpelling {
  readonly field: string;
  /** The HTTP statuses with which a server refuses the documented spelling if it only accepts the other one. */
  readonly refusedWith: readonly number[];
  /** Returns the other spelling of a value, such as `node-0` for `0`; undefined if the value has no other spelling. */
  spell(text: string): string | undefined;
}

/** Replaces the fields in a sentence by their values in the input. */
export function fillIn(sentence: string, input: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, field: string) => String(input[field]));
}
