import { type Answer, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The task or node that a restart, replace or pause has affected. */
export interface NodeAction {
  /** The node; absent if a server answers only with a status. */
  readonly pod?: string;
  readonly tasks: readonly string[];
  /** A note, if the server sends one. */
  readonly message?: string;
}

export const NodeAction: Schema<NodeAction> = resource("NodeAction", "The operation that was started on a node.", {
  pod: v.exactOptional(v.string()),
  tasks: v.array(v.string()),
  message: v.exactOptional(v.string()),
});

export const nodeActionAnswer: Answer<NodeAction> = answer(NodeAction, {
  also: [form(v.null(), { when: ({ body }) => body === null, read: (): NodeAction => ({ tasks: [] }) })],
});
