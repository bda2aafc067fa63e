import type { NodeRun } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import { askInRounds } from "./poll.ts";

/**
 * Tells the runtime whether its platform may evict a node. Eviction is allowed while all nodes run and the engine has answered for each
 * node that it may stop. After a change of any node, eviction is forbidden until the engine has been asked about all nodes again.
 */
export function disruptionController(context: EffectContext): EffectController {
  const { agents, cluster } = context;
  const { state } = context.machine;
  const agreed = new Set<NodeRun>();
  let { epoch } = state;
  let askedIn = epoch;
  let notified: { readonly isAllowed: boolean; readonly nodes: number } | undefined;
  let isOver = false;

  function allow(isAllowed: boolean): void {
    const nodes = state.nodes.size;
    if (isOver || (notified?.isAllowed === isAllowed && notified.nodes === nodes)) return;
    notified = { isAllowed, nodes };
    agents.allowDisruption?.(isAllowed, nodes);
  }

  function forgetAll(): void {
    agreed.clear();
    epoch = state.epoch;
    allow(false);
  }

  forgetAll();
  const cancel = askInRounds(context, {
    isAsked: ({ record }) => record.state === "running",
    ask: (node, signal) => {
      askedIn = state.epoch;
      return cluster.mayStop(viewOfNode(state, node), signal);
    },
    heard: (node, answer) => {
      if (answer?.ready && askedIn === state.epoch && state.down.size === 0) agreed.add(node);
      else forgetAll();
      if ([...state.nodes.values()].every((each) => agreed.has(each))) allow(true);
    },
  });
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
