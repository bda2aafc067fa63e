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
export type Lease = Awaited<ReturnType<typeof takeLease>>;

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
type LeaseState = ReturnType<typeof openState>;

function openState({ elapsed = () => performance.now(), ...options }: LeaseOptions) {
  const closing = new AbortController();
  return {
    ...{ ...options, elapsed, closing, signal: closing.signal },
    holder: `${hostname()}_${randomUUID()}`,
    /** The resource version that this service wrote last. A write is refused if the lease has changed since. */
    version: undefined as string | undefined,
    /** When the last accepted write was sent, by both clocks. */
    held: undefined as { readonly elapsed: number; readonly now: number } | undefined,
    failure: "",
    seen: { version: "", since: 0 },
    renewing: undefined as Promise<void> | undefined,
  };
}

/** Acquires the lease of an instance and renews it. Rejects if another service still holds it after the timeout. */
export async function takeLease(options: LeaseOptions) {
  const state = openState(options);
  const { client, names, clock, elapsed, holder, closing, signal } = state;
  const started = elapsed();
  for (let other = await tryToTake(state); other !== undefined; other = await tryToTake(state)) {
    if (elapsed() - started > TAKEOVER_TIMEOUT) {
      throw new ReeveError("conflict", `${names.instance}: another service (${other}) runs this instance; stop that service first`);
    }
    await pause(clock, POLL_INTERVAL, signal);
  }
  const kept = keep(state);
  return {
    /** A client that refuses changes while the lease is not held. */
    client: whileHeld(client, () => hold(state)),
    /** Releases the lease, so that the next service can act at once. */
    async release(): Promise<void> {
      closing.abort();
      await kept;
      if (isHeld(state)) await write(state, "", state.version).catch(() => undefined);
    },
    /** Deletes the lease. Called when the instance is removed. */
    async delete(aborted: AbortSignal): Promise<void> {
      closing.abort();
      await kept;
      const result = await client.get<LeaseObject>("leases", names.own, aborted);
      if (result?.spec.holderIdentity !== holder) return;
      await client.delete("leases", names.own, { ...uidOf(result), signal: aborted });
      state.held = undefined;
    },
  };
}

/** Creates the lease, or replaces the version that is given. */
async function write(state: LeaseState, wanted: string, version: string | undefined): Promise<void> {
  const { clock, elapsed, names, instanceId, client, holder } = state;
  const sent = { elapsed: elapsed(), now: clock.now() };
  const time = `${new Date(sent.now).toISOString().slice(0, -1)}000Z`;
  const object = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: names.own, labels: instanceLabels(names.instance, instanceId), ...(version && { resourceVersion: version }) },
    spec: { holderIdentity: wanted, leaseDurationSeconds: DURATION / 1000, renewTime: time },
  };
  const written = await (version ? client.replace("leases", object) : client.create("leases", object));
  state.version = written.metadata.resourceVersion;
  state.held = wanted === holder ? sent : undefined;
  state.failure = "";
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
    await write(state, holder, result?.metadata.resourceVersion);
    return undefined;
  } catch (error) {
    if (isRefusal(error, 409)) return other === "" ? "another service" : other;
    throw error;
  }
}

async function renew(state: LeaseState): Promise<void> {
  const { holder, log, names } = state;
  try {
    await write(state, holder, state.version);
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
  const held =
    <Input extends unknown[], Answer>(change: (...input: Input) => Promise<Answer>) =>
    async (...input: Input): Promise<Answer> => {
      await hold();
      return change(...input);
    };
  return {
    ...client,
    create: held(client.create),
    apply: held(client.apply),
    replace: held(client.replace),
    delete: held(client.delete),
    // A program can change the files of a task.
    exec: held(client.exec),
  };
}
