import type { Readiness } from "../engine.ts";
import { viewOfNode } from "../machine/node.ts";
import type { Question } from "../machine/run.ts";
import type { EffectContext } from "./context.ts";
import { poll } from "./poll.ts";

/** Asks the engine whether waiting steps may begin. */
export function permissionController({ machine, cluster, clock, event }: EffectContext): {
  reconcile(): void;
  close(): void;
} {
  const { state } = machine;
  const polls = new Map<string, () => void>();

  async function put({ node, change, stop, lose }: Question, signal: AbortSignal): Promise<Readiness> {
    const mayStop = () => cluster.mayStop(viewOfNode(state, node), signal);
    // Before a change is prepared, the engine is asked whether the node may be stopped, because the preparation is useless if the node may
    // not be stopped afterwards. For a leaving node the engine is asked only after the preparation, because the node may be needed until
    // its data has been moved.
    const held = stop && change !== "leave" ? await mayStop() : undefined;
    if (held?.ready === false) return held;
    const preparing = cluster.before?.(viewOfNode(state, node), change, signal);
    const done = await preparing;
    if (done?.ready === false) return done;
    // The preparation may have changed the situation, so the engine is asked again.
    const toStop = stop && (preparing || !held) ? await mayStop() : held;
    if (toStop && (!toStop.ready || !lose)) return toStop;
    const toLose = await cluster.mayLose([viewOfNode(state, node)], signal);
    return toLose.ready && toStop?.note !== undefined ? { ...toLose, note: toStop.note } : toLose;
  }

  function begin(key: string, question: Question): void {
    let epoch = state.epoch;
    const cancel = poll(clock, {
      silence: `the engine has not yet answered whether ${question.node.record.id} may ${question.stop ? "be stopped" : "lose its volumes"}`,
      ask: (signal) => {
        epoch = state.epoch;
        return put(question, signal);
      },
      heard: (answer) => {
        // If a node has changed since the engine was asked, the engine's permission may be outdated and is ignored.
        if (answer.ready && epoch !== state.epoch) return;
        event(() => {
          state.permission = { key, answer };
        });
      },
    });
    polls.set(key, cancel);
  }
  return {
    reconcile: () => {
      for (const [key, cancel] of polls) {
        if (state.asking.has(key)) continue;
        cancel();
        polls.delete(key);
      }
      for (const [key, question] of state.asking) if (!polls.has(key)) begin(key, question);
    },
    close: () => {
      for (const cancel of polls.values()) cancel();
      polls.clear();
    },
  };
}
