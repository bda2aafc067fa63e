import { viewOfNode } from "../machine/node.ts";
import type { InstanceState } from "../machine/run.ts";
import type { NodeView } from "../node.ts";

/** Lists the current nodes. The result is the same list object until a node changes. */
export function nodeList(current: () => InstanceState): {
  all(): readonly NodeView[];
  get(id: string): NodeView | undefined;
} {
  let list: NodeView[] = [];
  return {
    all: () => {
      const state = current();
      const runs = [...state.nodes.values()];
      if (
        list.length !== runs.length ||
        runs.some((node, index) => node.view === undefined || node.view !== list[index])
      ) {
        list = runs.map((node) => viewOfNode(state, node));
      }
      return list;
    },
    get: (id) => {
      const state = current();
      const node = state.nodes.get(id);
      return node && viewOfNode(state, node);
    },
  };
}
