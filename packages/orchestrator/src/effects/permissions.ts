import { viewOfNode } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import type { Surroundings } from "./nodes.ts";
import { poll } from "./poll.ts";

/** Asks the engine whether the nodes may be taken down of which a step wants to know it. */
export function askPermissions({ machine, cluster, clock, event }: Surroundings): { tend(): void; close(): void } {
  const { state } = machine;
  const polls = new Map<NodeRun, () => void>();

  function begin(node: NodeRun): void {
    const ask = () => cluster.mayStop(viewOfNode(state, node));
    polls.set(
      node,
      poll(clock, ask, (answer) =>
        event(() => {
          state.permission = { node, answer };
        }),
      ),
    );
  }
  return {
    tend: () => {
      for (const [node, cancel] of polls) {
        if (state.asking.has(node)) continue;
        cancel();
        polls.delete(node);
      }
      for (const node of state.asking) if (!polls.has(node)) begin(node);
    },
    close: () => {
      for (const cancel of polls.values()) cancel();
      polls.clear();
    },
  };
}
