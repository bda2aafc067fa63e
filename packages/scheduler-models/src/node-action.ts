import { type Answer, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** What a restart, replace or pause of a node has begun. */
export interface NodeAction {
  /** The node; absent where a server answers with a bare status. */
  readonly pod?: string;
  readonly tasks: readonly string[];
  /** What to know about it, where a server says so. */
  readonly message?: string;
}

export const NodeAction: Schema<NodeAction> = resource("NodeAction", "What has been begun with a node.", {
  pod: v.exactOptional(v.string()),
  tasks: v.array(v.string()),
  message: v.exactOptional(v.string()),
});

export const nodeActionAnswer: Answer<NodeAction> = answer(NodeAction, {
  also: [form(v.null(), { when: ({ body }) => body === null, read: (): NodeAction => ({ tasks: [] }) })],
});
