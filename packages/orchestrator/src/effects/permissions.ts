import type { Readiness } from "../engine.ts";
import { viewOfNode } from "../machine/node.ts";
import type { Question } from "../machine/run.ts";
import type { EffectContext } from "./nodes.ts";
import { poll } from "./poll.ts";

/** Asks the engine what steps want to know of it. */
export function permissionController({ machine, cluster, clock, event }: EffectContext): {
  reconcile(): void;
  close(): void;
} {
  const { state } = machine;
  const polls = new Map<string, () => void>();

  async function put({ node, change, stop, lose }: Question, signal: AbortSignal): Promise<Readiness> {
    // One that leaves may be needed until what it has was moved; whatever else is prepared, is prepared for a stop that may come.
    if (change !== "leave") {
      const held = stop && cluster.before ? await cluster.mayStop(viewOfNode(state, node), signal) : undefined;
      if (held?.ready === false) return held;
    }
    const done = await cluster.before?.(viewOfNode(state, node), change, signal);
    if (done?.ready === false) return done;
    const toStop = stop ? await cluster.mayStop(viewOfNode(state, node), signal) : undefined;
    if (toStop && (!toStop.ready || !lose)) return toStop;
    const toLose = await cluster.mayLose([viewOfNode(state, node)], signal);
    return toLose.ready && toStop?.note !== undefined ? { ...toLose, note: toStop.note } : toLose;
  }

  function begin(key: string, question: Question): void {
    let epoch = state.epoch;
    const cancel = poll(clock, {
      silence: `gives no answer to whether ${question.node.record.id} may ${question.stop ? "be stopped" : "lose its volumes"}`,
      ask: (signal) => {
        epoch = state.epoch;
        return put(question, signal);
      },
      heard: (answer) => {
        // What has become of a node since it was asked may have made another answer of it.
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
