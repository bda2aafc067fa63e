import type { NodeRun } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { onServing } from "../machine/node-events.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import { askInRounds } from "./poll.ts";

/** The number of answers in a row after which a node counts as one that does not serve. */
const FAILURES = 2;

/** Asks the engine again and again whether the nodes that have become ready still serve. */
export function servingController(context: EffectContext): EffectController {
  const { machine, cluster, event } = context;
  /** The answers in a row, since a node has become ready, that it does not serve. */
  const failures = new WeakMap<NodeRun, { readonly readyAt: number | undefined; readonly count: number }>();
  let readyAt: number | undefined;
  const close = askInRounds(context, {
    isAsked: ({ record }) => record.state === "running" && record.operation === undefined,
    ask: async (node, signal) => {
      readyAt = node.record.readyAt;
      return cluster.serves?.(viewOfNode(machine.state, node), signal);
    },
    heard: (node, answer) => {
      // Without an answer, nothing is known about the node. Its health check shows whether it hangs.
      if (!answer) return;
      const unserving = answer.ready ? undefined : answer.reason;
      const before = failures.get(node);
      const earlier = before?.readyAt === readyAt ? (before?.count ?? 0) : 0;
      const count = unserving === undefined ? 0 : earlier + 1;
      failures.set(node, { readyAt, count });
      // The node may have been launched again while the engine was asked.
      if (node.record.readyAt !== readyAt || (count > 0 && count < FAILURES)) return;
      if ((unserving ?? node.unserving) !== undefined) event(() => onServing(machine, node, unserving));
    },
  });
  return { reconcile: () => undefined, close };
}
