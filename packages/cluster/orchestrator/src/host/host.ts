import { ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import type { EffectController } from "../effects/effects.ts";
import { environmentHash } from "../effects/launch.ts";
import type { Cluster, Engine } from "../engine.ts";
import { advance } from "../machine/advance.ts";
import { nodesToIdentify } from "../machine/identities.ts";
import { type InstanceState, type Machine, noChanges } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { revertStops } from "../machine/operation.ts";
import type { Retention } from "../orchestrator.ts";
import type { Clock, Log } from "../platform.ts";
import type { Agents, Identity, Runtime } from "../runtime.ts";
import type { Committer, Writer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import { copyOfState, rowsOf } from "../state/rows.ts";
import type { SecretOf } from "../state/secret-key.ts";
import { DEFAULT_LIMITS } from "../timing.ts";

/** What all instances of an orchestrator share. */
export interface SharedByHosts {
  readonly database: Database;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  readonly secretOf: SecretOf;
}

/** What a host is made of. */
export interface HostOptions extends SharedByHosts {
  readonly state: InstanceState;
  readonly engine: Engine;
  readonly runtime: Runtime;
  readonly retention: () => Retention;
}

/** One running instance: its state machine, its store, and its controllers. */
export interface Host extends HostOptions {
  readonly name: string;
  readonly machine: Machine;
  /** Writes the changes of this instance, so that one transaction can contain the changes of several instances. */
  readonly writer: Writer;
  readonly listeners: Set<() => void>;
  /** The copy of the state in which a change is previewed. */
  previewed: InstanceState | undefined;
  /** Undefined until the host is open. */
  opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  /** Undefined unless the controllers run. */
  effects: EffectController | undefined;
  unwatch: () => void;
  unwatchTroubles: () => void;
  cancelRetry: () => void;
  /** What the runtime cannot do at present, although no node waits for it. */
  troubles: readonly string[];
  isRetired: boolean;
}

/** Makes the host of an instance, which is not open yet. */
export function createHost(options: HostOptions): Host {
  const { state } = options;
  const machine = machineOf(options, () => host.opened?.cluster);
  const host: Host = {
    ...options,
    name: state.record.name,
    machine,
    writer: {
      changes: () => rowsOf(state, machine.changes),
      written: () => {
        const written = machine.changes;
        machine.changes = noChanges();
        for (const node of written.nodes) node.isLeaving = false;
        host.effects?.reconcile(written);
        if (written.shown) showChanges(host);
      },
      failed: () => revertStops(machine),
    },
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
  return host;
}

/** The engine and the runtime of a host that is open. */
export function openedBy({ name, opened }: Host): NonNullable<Host["opened"]> {
  if (opened) return opened;
  throw new Error(`${name} is closed`);
}

/** Calls the listeners, because the state has changed. */
export function showChanges({ listeners }: Host): void {
  for (const listener of listeners) listener();
}

/** Changes the state on behalf of a caller. The change is durable when this returns. */
export function requestChange<Result>({ isRetired, name, machine, committer, writer }: Host, change: () => Result): Result {
  // A change of a removed instance would be stored under a name that a new instance may have.
  if (isRetired) throw new ReeveError("conflict", `${name} is being removed`);
  const result = change();
  advance(machine);
  committer.soon(writer);
  committer.now();
  return result;
}

/** Changes the state because of an event. The change is stored before any controller acts on it. */
export function onEvent({ effects, machine, committer, writer }: Host, happen: () => void): void {
  if (!effects) return;
  happen();
  advance(machine);
  committer.soon(writer);
}

/** Asks the runtime for the identities that the nodes of these pod specs would get. The nodes' own do not change. */
export async function identitiesFor({ opened, state }: Host, podSpecs: readonly PodSpec[]): Promise<ReadonlyMap<string, Identity>> {
  return opened?.agents.identify(nodesToIdentify(state, podSpecs)) ?? new Map();
}

/** Makes a change in a copy of the state, to find out what it would do. Meanwhile, the engine sees the nodes of the copy. */
export function previewChange<Result>(host: Host, change: (machine: Machine) => Result): Result {
  const state = copyOfState(host.state);
  let ids = 0;
  host.previewed = state;
  try {
    return change(machineOf({ ...host, state, uuid: () => `preview-${ids++}` }, () => host.opened?.cluster));
  } finally {
    host.previewed = undefined;
  }
}

function machineOf({ state, engine, clock, uuid, retention }: HostOptions, cluster: () => Cluster | undefined): Machine {
  return {
    state,
    changes: noChanges(),
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
