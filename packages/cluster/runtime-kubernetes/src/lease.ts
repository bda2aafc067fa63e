/*
 * Which service may act for an instance.
 *
 * Two services that run the same instance could stop two nodes at once. So a service acts only while it holds the instance's lease, an
 * object in the cluster:
 *
 * 1. A service takes a lease that is free, that it wrote itself, or that has not changed for its duration (10 s) while this service watched
 *    it. The API server refuses the write of the slower of two (409), because each write names the version that it replaces.
 * 2. The holder renews it every 3 s. It believes itself the holder for 7 s since it *sent* the last accepted write, which is less than what
 *    others wait, because answers arrive late.
 * 3. Every change of the cluster asks first (`hold`). If the time is over, the lease is renewed at once; if that fails, the change is
 *    refused, and the instance waits until the lease is held again.
 * 4. A service that ends gives the lease back, and the next one acts at once. A removed instance takes its lease along.
 *
 * Two clocks measure the 7 s, and the one that shows more counts: the system's time may be set back meanwhile, and the other clock
 * (`elapsed`) does not count the time in which a machine is suspended. Only `elapsed` measures how long a lease of another service has not
 * changed, because a system's time that is set forward must not end it.
 */

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { ReeveError } from "@reeve/contract";
import { type Clock, type Log, pause } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "./api/client.ts";
import { ApiRefusal, explainRefusal, isRefusal } from "./api/failure.ts";
import type { KubernetesObject } from "./api/objects.ts";
import { foreign, uidOf } from "./instance-objects.ts";
import { instanceLabels, isOf, type ObjectNames } from "./pods/names.ts";

/**
 * Milliseconds after which another service may take a lease that is not renewed, and after which the holder itself stops acting. The second
 * time is shorter, because clocks differ and responses arrive late.
 */
const DURATION = 10_000;
const SAFE = 7000;
/** Milliseconds between two renewals of a lease that this service holds, and between two polls of a lease that another service holds. */
const RENEW = 3000;
const POLL_INTERVAL = 1000;
/** Milliseconds to wait for the lease of another service, which may be shutting down and about to release it. */
const TAKEOVER_TIMEOUT = 30_000;

/** The lease of an instance: only the service that holds it may act for the instance. */
export interface Lease {
  /** A client that refuses changes while the lease is not held. */
  readonly client: ApiClient;
  /** Releases the lease, so that the next service can act at once. */
  release(): Promise<void>;
  /** Deletes the lease. Called when the instance is removed. */
  delete(signal: AbortSignal): Promise<void>;
}

export interface LeaseOptions {
  readonly client: ApiClient;
  readonly names: ObjectNames;
  readonly instanceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds since any moment. Given in tests. */
  readonly elapsed?: () => number;
}

interface LeaseObject extends KubernetesObject {
  readonly spec: { readonly holderIdentity?: string; readonly leaseDurationSeconds?: number };
}

/** What is known of the lease. */
interface LeaseState extends Required<LeaseOptions> {
  readonly holder: string;
  readonly closing: AbortController;
  readonly signal: AbortSignal;
  version: string | undefined;
  /** When the last accepted write was sent, by both clocks. */
  held: { readonly elapsed: number; readonly now: number } | undefined;
  failure: string;
  seen: { version: string; since: number };
  renewing: Promise<void> | undefined;
}

/** Acquires the lease of an instance and renews it. Rejects if another service still holds it after the timeout. */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  const { client, names, clock, elapsed = () => performance.now() } = options;
  const holder = `${hostname()}_${randomUUID()}`;
  const closing = new AbortController();
  const { signal } = closing;

  const state: LeaseState = {
    ...options,
    elapsed,
    holder,
    closing,
    signal,
    version: undefined,
    held: undefined,
    failure: "",
    seen: { version: "", since: 0 },
    renewing: undefined,
  };
  const started = elapsed();
  for (let other = await tryToTake(state); other !== undefined; other = await tryToTake(state)) {
    if (elapsed() - started > TAKEOVER_TIMEOUT) {
      throw new ReeveError("conflict", `${names.instance}: another service (${other}) runs this instance; stop that service first`);
    }
    await pause(clock, POLL_INTERVAL, signal);
  }
  const kept = keep(state);
  return {
    client: whileHeld(client, () => hold(state)),
    release: async () => {
      closing.abort();
      await kept;
      if (!isHeld(state)) return;
      await write(state, "", last(state)).catch(() => undefined);
    },
    delete: async (aborted) => {
      closing.abort();
      await kept;
      const result = await client.get<LeaseObject>("leases", names.own, aborted);
      if (result?.spec.holderIdentity !== holder) return;
      await client.delete("leases", names.own, { ...uidOf(result), signal: aborted });
      state.held = undefined;
    },
  };
}

async function write(state: LeaseState, wanted: string, before?: LeaseObject): Promise<void> {
  const { clock, elapsed, names, instanceId, client, holder } = state;
  const sent = { elapsed: elapsed(), now: clock.now() };
  const time = `${new Date(sent.now).toISOString().slice(0, -1)}000Z`;
  const object = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name: names.own,
      labels: instanceLabels(names.instance, instanceId),
      ...(before?.metadata.resourceVersion && { resourceVersion: before.metadata.resourceVersion }),
    },
    spec: { holderIdentity: wanted, leaseDurationSeconds: DURATION / 1000, renewTime: time },
  };
  const written = await (before ? client.replace("leases", object) : client.create("leases", object));
  state.version = written.metadata.resourceVersion;
  state.held = wanted === holder ? sent : undefined;
  state.failure = "";
}

/** The name and the resource version of the lease that this service wrote last. A write is refused if the lease has changed since. */
function last(state: LeaseState) {
  const { names } = state;
  return { metadata: { name: names.own, ...(state.version && { resourceVersion: state.version }) }, spec: {} };
}

/** Acquires the lease if it is free or expired; otherwise returns its holder. */
async function tryToTake(state: LeaseState): Promise<string | undefined> {
  const { client, names, instanceId, holder, elapsed } = state;
  const result = await client.get<LeaseObject>("leases", names.own);
  if (result && !isOf(instanceId, result)) throw foreign("lease", names.own);
  const other = result?.spec.holderIdentity ?? "";
  if (result && other !== "" && other !== holder) {
    const now = result.metadata.resourceVersion ?? "";
    if (state.seen.version !== now) state.seen = { version: now, since: elapsed() };
    if (elapsed() - state.seen.since < (result.spec.leaseDurationSeconds ?? DURATION / 1000) * 1000) return other;
  }
  try {
    await write(state, holder, result);
    return undefined;
  } catch (error) {
    if (isRefusal(error, 409)) return other === "" ? "another service" : other;
    throw error;
  }
}

async function renew(state: LeaseState): Promise<void> {
  const { holder, log, names } = state;
  try {
    await write(state, holder, last(state));
  } catch (error) {
    // Another service has changed or deleted the lease.
    if (!isRefusal(error, 409) && !isRefusal(error, 404)) throw error;
    const other = await tryToTake(state);
    if (other !== undefined) log("error", "another service has taken over the instance", { instance: names.instance, holder: other });
  }
}

function renewOnce(state: LeaseState): Promise<void> {
  state.renewing ??= renew(state).finally(() => {
    state.renewing = undefined;
  });
  return state.renewing;
}

async function keep(state: LeaseState): Promise<void> {
  const { clock, signal, client, log, names } = state;
  for (;;) {
    await pause(clock, RENEW, signal);
    if (signal.aborted) return;
    await renewOnce(state).catch((error) => {
      state.failure = `: ${explainRefusal(error, client.server)}`;
      log("warn", "the lease could not be renewed", { instance: names.instance, reason: state.failure.slice(2) });
    });
  }
}

function isHeld({ held, elapsed, clock }: LeaseState): boolean {
  return held !== undefined && Math.max(elapsed() - held.elapsed, clock.now() - held.now) < SAFE;
}

/** Renews an overdue lease at once, because timers of a busy process may be late. */
async function hold(state: LeaseState): Promise<void> {
  const { names } = state;
  if (!isHeld(state)) await renewOnce(state);
  if (isHeld(state)) return;
  throw new ApiRefusal(
    423,
    "",
    `another service may act for ${names.instance}, because this service could not renew the lease ${names.own}${state.failure}`,
  );
}

function whileHeld(client: ApiClient, hold: () => Promise<void>): ApiClient {
  return {
    ...client,
    create: async (...args) => {
      await hold();
      return client.create(...args);
    },
    apply: async (...args) => {
      await hold();
      return client.apply(...args);
    },
    replace: async (...args) => {
      await hold();
      return client.replace(...args);
    },
    delete: async (...args) => {
      await hold();
      return client.delete(...args);
    },
    // A program can change the files of a task.
    exec: async (...args) => {
      await hold();
      return client.exec(...args);
    },
  };
}
