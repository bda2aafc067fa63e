import type { Cluster, Readiness, Secrets } from "../engine.ts";
import type { Machine, NodeRun, Question, UnsavedChanges } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import type { Clock, Log } from "../platform.ts";
import type { Agents } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";
import { restController } from "./at-rest.ts";
import { disruptionController } from "./disruptions.ts";
import { nodeController } from "./nodes.ts";
import { pollPermission } from "./poll.ts";
import { servingController } from "./serving.ts";
import { sidecarController } from "./sidecars.ts";
import { workController } from "./works.ts";

/** A part of what an instance does. It acts on changes that are stored. */
export interface EffectController {
  reconcile(changes: UnsavedChanges): void;
  close(): void;
}

/** Makes the controllers of an instance, as one. */
export function openEffects(context: EffectContext): EffectController {
  const sidecars = sidecarController(context);
  const controllers = [
    nodeController(context),
    sidecars,
    permissionController(context),
    ...(context.agents.allowDisruption ? [disruptionController(context)] : []),
    ...(context.cluster.serves ? [servingController(context)] : []),
    workController(context, sidecars.run),
    restController(context),
  ];
  return {
    reconcile: (changes) => {
      for (const each of controllers) each.reconcile(changes);
    },
    close: () => {
      for (const each of controllers) each.close();
    },
  };
}

function permissionController(context: EffectContext): EffectController {
  const { cluster, event } = context;
  const { state } = context.machine;
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
    const cancel = pollPermission<Readiness>(context, {
      silence: `the engine has not yet answered whether ${question.node.record.id} may ${question.stop ? "be stopped" : "lose its volumes"}`,
      ask: (signal) => put(question, signal),
      heard: (answer) =>
        event(() => {
          state.permission = { key, answer };
        }),
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

/** The dependencies that controllers share. */
export interface EffectContext {
  readonly machine: Machine;
  readonly agents: Agents;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
  /** The secret settings that a task's files use; undefined if they use none. */
  settingSecrets(node: NodeRun, task: TaskRecord): Promise<Secrets> | undefined;
  /** Runs a function that changes the state machine. The changes are stored before any controller acts on them. */
  event(happen: () => void): void;
}
