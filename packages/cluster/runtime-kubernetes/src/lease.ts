import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { ReeveError } from "@reeve/contract";
import { type Clock, type Log, pause } from "@reeve/orchestrator/runtime";
import type { Client } from "./api/client.ts";
import type { KubernetesObject } from "./api/objects.ts";
import { explain, isRefusal, Refusal } from "./api/refusal.ts";
import { foreign, uidOf } from "./instance-objects.ts";
import { instanceLabels, isOf } from "./pods/labels.ts";
import type { Names } from "./pods/names.ts";

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
  readonly client: Client;
  /** Releases the lease, so that the next service can act at once. */
  release(): Promise<void>;
  /** Deletes the lease. Called when the instance is removed. */
  delete(signal: AbortSignal): Promise<void>;
}

export interface LeaseOptions {
  readonly client: Client;
  readonly names: Names;
  readonly instanceId: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface LeaseObject extends KubernetesObject {
  readonly spec: { readonly holderIdentity?: string; readonly leaseDurationSeconds?: number };
}

/** Acquires the lease of an instance and renews it. Rejects if another service still holds it after the timeout. */
export async function takeLease({ client, names, instanceId, clock, log }: LeaseOptions): Promise<Lease> {
  const holder = `${hostname()}_${randomUUID()}`;
  const closing = new AbortController();
  const { signal } = closing;
  let version: string | undefined;
  let safeUntil = 0;
  /** Why the lease could not be renewed the last time. */
  let failure = "";
  /** The resource version of the other service's lease, and the time at which this service first saw that version. */
  let seen = { version: "", since: 0 };

  async function write(wanted: string, before?: LeaseObject): Promise<void> {
    const at = clock.now();
    const time = `${new Date(at).toISOString().slice(0, -1)}000Z`;
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
    version = written.metadata.resourceVersion;
    safeUntil = wanted === holder ? at + SAFE : 0;
    failure = "";
  }

  /** The name and the resource version of the lease that this service wrote last. A write is refused if the lease has changed since. */
  const last = () => ({ metadata: { name: names.own, ...(version && { resourceVersion: version }) }, spec: {} });

  /** Acquires the lease if it is free or expired; otherwise returns its holder. */
  async function tryToTake(): Promise<string | undefined> {
    const found = await client.get<LeaseObject>("leases", names.own);
    if (found && !isOf(instanceId, found)) throw foreign("lease", names.own);
    const other = found?.spec.holderIdentity ?? "";
    if (found && other !== "" && other !== holder) {
      const now = found.metadata.resourceVersion ?? "";
      if (seen.version !== now) seen = { version: now, since: clock.now() };
      if (clock.now() - seen.since < (found.spec.leaseDurationSeconds ?? DURATION / 1000) * 1000) return other;
    }
    try {
      await write(holder, found);
      return undefined;
    } catch (error) {
      if (isRefusal(error, 409)) return other === "" ? "another service" : other;
      throw error;
    }
  }

  async function renew(): Promise<void> {
    try {
      await write(holder, last());
    } catch (error) {
      // Another service has changed or deleted the lease.
      if (!isRefusal(error, 409) && !isRefusal(error, 404)) throw error;
      const other = await tryToTake();
      if (other !== undefined)
        log("error", "another service has taken over the instance", { instance: names.instance, holder: other });
    }
  }

  let renewing: Promise<void> | undefined;
  function renewOnce(): Promise<void> {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function keep(): Promise<void> {
    for (;;) {
      await pause(clock, RENEW, signal);
      if (signal.aborted) return;
      await renewOnce().catch((error) => {
        failure = `: ${explain(error, client.server)}`;
        log("warn", "the lease could not be renewed", { instance: names.instance, reason: failure.slice(2) });
      });
    }
  }

  /** Renews an overdue lease at once, because timers of a busy process may be late. */
  async function hold(): Promise<void> {
    if (clock.now() >= safeUntil) await renewOnce();
    if (clock.now() < safeUntil) return;
    throw new Refusal(
      423,
      "",
      `another service may act for ${names.instance}, because this service could not renew the lease ${names.own}${failure}`,
    );
  }

  const started = clock.now();
  for (let other = await tryToTake(); other !== undefined; other = await tryToTake()) {
    if (clock.now() - started > TAKEOVER_TIMEOUT) {
      throw new ReeveError(
        "conflict",
        `${names.instance}: another service (${other}) runs this instance; stop that service first`,
      );
    }
    await pause(clock, POLL_INTERVAL, signal);
  }
  const kept = keep();
  return {
    client: whileHeld(client, hold),
    release: async () => {
      closing.abort();
      await kept;
      if (clock.now() >= safeUntil) return;
      await write("", last()).catch(() => undefined);
    },
    delete: async (aborted) => {
      closing.abort();
      await kept;
      const found = await client.get<LeaseObject>("leases", names.own, aborted);
      if (found?.spec.holderIdentity !== holder) return;
      await client.delete("leases", names.own, { ...uidOf(found), signal: aborted });
      safeUntil = 0;
    },
  };
}

function whileHeld(client: Client, hold: () => Promise<void>): Client {
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
