import type { Effects } from "../effects/effects.ts";
import type { Cluster, Engine } from "../engine.ts";
import { advance } from "../machine/advance.ts";
import type { InstanceState, Machine } from "../machine/machine.ts";
import type { Retention } from "../orchestrator.ts";
import type { Clock, Log } from "../platform.ts";
import type { Agents, Runtime } from "../runtime.ts";
import type { Committer, Writer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import type { SecretOf } from "../state/secret-key.ts";

/** What a host is made of. */
export interface HostOptions {
  readonly state: InstanceState;
  readonly engine: Engine;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  readonly secretOf: SecretOf;
  readonly retention: () => Retention;
}

/** What changes in the life of a host. */
export interface HostParts extends HostOptions {
  readonly name: string;
  readonly machine: Machine;
  readonly writer: Writer;
  readonly listeners: Set<() => void>;
  /** The copy of the state in which a change is previewed. */
  previewed: InstanceState | undefined;
  opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  /** Undefined unless the controllers run. */
  effects: Effects | undefined;
  unwatch: () => void;
  unwatchTroubles: () => void;
  cancelRetry: () => void;
  troubles: readonly string[];
  isRetired: boolean;
}

/** Calls the listeners, because the state has changed. */
export function showChanges({ listeners }: HostParts): void {
  for (const listener of listeners) listener();
}

/** Changes the state because of an event. The change is stored before any controller acts on it. */
export function onEvent({ effects, machine, committer, writer }: HostParts, happen: () => void): void {
  if (!effects) return;
  happen();
  advance(machine);
  committer.soon(writer);
}
