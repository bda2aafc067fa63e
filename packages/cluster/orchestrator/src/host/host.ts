import { ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import { environmentHash } from "../effects/launch.ts";
import type { Cluster, Engine } from "../engine.ts";
import { advance } from "../machine/advance.ts";
import { nodesToIdentify } from "../machine/identities.ts";
import { type InstanceState, type Machine, noChanges, type UnsavedChanges } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { revertStops } from "../machine/operation.ts";
import type { Agents, Identity, Runtime } from "../runtime.ts";
import type { Writer } from "../state/committer.ts";
import { copyOfState, rowsOf } from "../state/rows.ts";
import { DEFAULT_LIMITS } from "../timing.ts";
import { beginControllers, closeHost, type RetiredHost, retireHost } from "./controllers.ts";
import { type HostOptions, type HostParts, showChanges } from "./host-parts.ts";
import { openHost } from "./opening.ts";

/** One running instance: its state machine, its store, and its controllers. */
export interface Host {
  readonly machine: Machine;
  readonly engine: Engine;
  readonly runtime: Runtime;
  /** Undefined until the host is open. */
  readonly opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  /** What the runtime cannot do at present, and what the engine needs soon, although no node waits for it. */
  readonly troubles: readonly string[];
  readonly certificateEnds: Readonly<Record<string, string>>;
  /** Opens the engine and the runtime, and takes over the tasks that are still running. */
  open(): Promise<void>;
  /**
   * Asks the runtime which identities (addresses and ports) the nodes of these pod specs would get. This does not change the nodes' current
   * identities.
   */
  identities(podSpecs: readonly PodSpec[]): Promise<ReadonlyMap<string, Identity>>;
  /** Makes a change in a copy of the state, to find out what it would do. Meanwhile, the engine sees the nodes of the copy. */
  preview<Result>(change: (machine: Machine) => Result): Result;
  /** Starts the controllers. */
  begin(): void;
  /** Changes the state on behalf of a caller. The change is durable when this returns. */
  request<Result>(change: () => Result): Result;
  /** Writes the changes of this instance, so that one transaction can contain the changes of several instances. */
  readonly writer: Writer;
  /**
   * Tries to store the state before it is shown. A state that cannot be stored, for instance because the disk is full, is shown as well,
   * because operators need to see it.
   */
  settled(): void;
  watch(listener: () => void): () => void;
  /** Stops the controllers, then stops all tasks or leaves them running, and finally closes the host. */
  close(tasks: "stop" | "leave"): Promise<void>;
  /**
   * For the removal of the instance: stops the controllers and all tasks, closes the engine, and hands over the agents. A host that is not
   * open opens only the runtime for this; the signal ends the wait for a runtime that cannot be opened. Afterwards, the host can no longer
   * be used.
   */
  retire(signal: AbortSignal): Promise<RetiredHost>;
}

export function createHost(options: HostOptions): Host {
  const parts = partsOf(options);
  const { name, machine, writer, listeners, state, engine, runtime, committer } = parts;
  return {
    machine,
    engine,
    runtime,
    get opened() {
      return parts.opened;
    },
    get troubles() {
      return [...parts.troubles, ...(parts.opened?.cluster.troubles?.() ?? [])];
    },
    get certificateEnds() {
      return parts.opened?.cluster.certificateEnds?.() ?? {};
    },
    writer,
    open: () => openHost(parts),
    identities: async (podSpecs) => parts.opened?.agents.identify(nodesToIdentify(state, podSpecs)) ?? new Map(),
    preview: (change) => preview(parts, change),
    begin: () => beginControllers(parts),
    request: (change) => {
      // A change of a removed instance would be stored under a name that a new instance may have.
      if (parts.isRetired) throw new ReeveError("conflict", `${name} is being removed`);
      const result = change();
      advance(machine);
      committer.soon(writer);
      committer.now();
      return result;
    },
    settled: committer.settle,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: (tasks) => closeHost(parts, tasks),
    retire: (signal) => retireHost(parts, signal),
  };
}

function partsOf(options: HostOptions): HostParts {
  const { state } = options;
  let changes = noChanges();
  const machine = machineOf(options, state, {
    cluster: () => parts.opened?.cluster,
    changes: () => changes,
    uuid: options.uuid,
  });
  const writer: Writer = {
    changes: () => rowsOf(state, changes),
    written: () => {
      const written = changes;
      changes = noChanges();
      for (const node of written.nodes) node.isLeaving = false;
      parts.effects?.reconcile(written);
      if (written.shown) showChanges(parts);
    },
    failed: () => revertStops(machine),
  };
  const parts: HostParts = {
    ...options,
    name: state.record.name,
    machine,
    writer,
    listeners: new Set(),
    previewed: undefined,
    opened: undefined,
    effects: undefined,
    unwatch: () => undefined,
    unwatchTroubles: () => undefined,
    cancelRetry: () => undefined,
    troubles: [],
    isRetired: false,
  };
  return parts;
}

function machineOf(
  { engine, clock, retention }: HostOptions,
  state: InstanceState,
  {
    cluster,
    changes,
    uuid,
  }: {
    readonly cluster: () => Cluster | undefined;
    readonly changes: () => UnsavedChanges;
    readonly uuid: () => string;
  },
): Machine {
  return {
    state,
    get changes() {
      return changes();
    },
    now: () => clock.now(),
    uuid,
    get retention() {
      return retention();
    },
    sequence: (node) => cluster()?.sequence(viewOfNode(state, node)) ?? [],
    environment: (node, task) => {
      const opened = cluster();
      return opened && environmentHash(opened, viewOfNode(state, node), task);
    },
    limits: (podType) => ({ ...DEFAULT_LIMITS, ...engine.limits?.(podType, state.record.definition) }),
    joinsTogether: engine.joinsTogether === true,
    asksToStart: () => (cluster()?.mayStart ?? cluster()?.before) !== undefined,
  };
}

function preview<Result>(parts: HostParts, change: (machine: Machine) => Result): Result {
  const state = copyOfState(parts.state);
  const changes = noChanges();
  let ids = 0;
  parts.previewed = state;
  try {
    return change(
      machineOf(parts, state, {
        cluster: () => parts.opened?.cluster,
        changes: () => changes,
        uuid: () => `preview-${ids++}`,
      }),
    );
  } finally {
    parts.previewed = undefined;
  }
}
