import type { Readiness } from "../engine.ts";
import type { NodeRun } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import type { EffectContext } from "./effects.ts";
import { askOnce } from "./poll.ts";

/**
 * The duration of a round in milliseconds. In each round, the engine is asked once for each node whether it may stop. With more than 100
 * nodes, a round takes longer, because two questions are at least `MIN_INTERVAL` apart.
 */
const ROUND = 10_000;
const MIN_INTERVAL = 100;

/**
 * Tells the runtime whether its platform may evict a node. Eviction is allowed while all nodes run and the engine has answered for each
 * node that it may stop. After a change of any node, eviction is forbidden until the engine has been asked about all nodes again.
 */
export function disruptionController({ machine, agents, cluster, clock }: EffectContext): {
  reconcile(): void;
  close(): void;
} {
  const { state } = machine;
  const agreed = new Set<NodeRun>();
  let turn = 0;
  let epoch = state.epoch;
  let notified: { readonly isAllowed: boolean; readonly nodes: number } | undefined;
  let cancel: () => void = () => undefined;
  let isOver = agents.allowDisruption === undefined;

  function allow(wanted: boolean): void {
    const nodes = state.nodes.size;
    if (isOver || (notified?.isAllowed === wanted && notified.nodes === nodes)) return;
    notified = { isAllowed: wanted, nodes };
    agents.allowDisruption?.(wanted, nodes);
  }

  function forgetAll(): void {
    agreed.clear();
    epoch = state.epoch;
    allow(false);
  }

  function next(): void {
    if (isOver) return;
    cancel = clock.after(Math.max(MIN_INTERVAL, ROUND / Math.max(1, state.nodes.size)), () => {
      const nodes = [...state.nodes.values()];
      const node = nodes[turn++ % nodes.length];
      if (node) ask(node);
      else next();
    });
  }

  function ask(node: NodeRun): void {
    const count = state.epoch;
    const answered = (answer: Readiness): void => {
      if (count !== state.epoch || !answer.ready || state.down.size > 0) forgetAll();
      else agreed.add(node);
      if ([...state.nodes.values()].every((each) => agreed.has(each))) allow(true);
      next();
    };
    const no = (): void => answered({ ready: false, reason: "" });
    if (node.record.state !== "running") no();
    else {
      const mayStop = (signal: AbortSignal) => cluster.mayStop(viewOfNode(state, node), signal);
      cancel = askOnce(clock, mayStop, { answered, failed: no, silent: no });
    }
  }

  forgetAll();
  next();
  return {
    reconcile: () => {
      if (epoch !== state.epoch || notified?.nodes !== state.nodes.size) forgetAll();
    },
    close: () => {
      isOver = true;
      cancel();
    },
  };
}
