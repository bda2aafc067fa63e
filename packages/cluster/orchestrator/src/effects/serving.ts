import type { NodeRun } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { onServing } from "../machine/node-events.ts";
import type { EffectContext } from "./effects.ts";
import { askOnce } from "./poll.ts";

/**
 * The duration of a round in milliseconds. In each round, the engine is asked once for each running node whether it serves. With more than
 * 100 nodes, a round takes longer, because two questions are at least `MIN_INTERVAL` apart.
 */
const ROUND = 10_000;
const MIN_INTERVAL = 100;

/** The number of answers in a row after which a node counts as one that does not serve. */
const FAILURES = 2;

/** Asks the engine again and again whether the nodes that have become ready still serve. */
export function servingController({ machine, cluster, clock, event }: EffectContext): { close(): void } {
  const { state } = machine;
  /** The answers in a row, since a node has become ready, that it does not serve. */
  const failures = new WeakMap<NodeRun, { readonly readyAt: number | undefined; readonly count: number }>();
  let turn = 0;
  let cancel: () => void = () => undefined;
  if (cluster.serves) next();

  function next(): void {
    cancel = clock.after(Math.max(MIN_INTERVAL, ROUND / Math.max(1, state.nodes.size)), () => {
      const nodes = [...state.nodes.values()];
      const node = nodes[turn++ % nodes.length];
      if (node && isAsked(node)) ask(node);
      else next();
    });
  }

  function ask(node: NodeRun): void {
    const { readyAt } = node.record;
    const answered = (unserving: string | undefined): void => {
      next();
      const before = failures.get(node);
      const earlier = before && before.readyAt === readyAt ? before.count : 0;
      const count = unserving === undefined ? 0 : earlier + 1;
      failures.set(node, { readyAt, count });
      // The node may have been launched again while the engine was asked.
      if (node.record.readyAt !== readyAt || (count > 0 && count < FAILURES)) return;
      if ((unserving ?? node.unserving) !== undefined) event(() => onServing(machine, node, unserving));
    };
    const serves = async (signal: AbortSignal) => cluster.serves?.(viewOfNode(state, node), signal);
    cancel = askOnce(clock, serves, {
      answered: (answer) => answered(answer?.ready === false ? answer.reason : undefined),
      // Without an answer, nothing is known about the node. Its health check shows whether it hangs.
      failed: next,
      silent: next,
    });
  }

  return { close: () => cancel() };
}

function isAsked({ record }: NodeRun): boolean {
  return record.state === "running" && record.operation === undefined;
}
