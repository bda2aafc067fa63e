import type { ClientOptions, Time } from "@reeve/client";
import type { DefinitionInput, Reeve } from "@reeve/service";

type Services = NonNullable<DefinitionInput["services"]>;

/** Settings that are added to those of an instance. */
interface Change {
  readonly pace?: number;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** A pace that is fast enough for a test, and slow enough to see the states in between. */
export const FAST = 0.1;

/** A pace that is so slow that a rollout can be controlled before it ends. */
export const SLOW = 0.5;

const rolling = (steps: string) => ({ rolling: { phases: [{ name: "rolling", steps: [steps] }] } });

/** An instance for each revision, and a second database into which backups are restored. */
export const services = {
  "kafka-r1": { kind: "broker", revision: "R1", pace: FAST, settings: { PHASE_STRATEGY: "STAGE" } },
  "kafka-r2": { kind: "broker", revision: "R2", pace: FAST, settings: { PHASE_STRATEGY: "STAGE" } },
  "kafka-r3": { kind: "broker", revision: "R3", pace: FAST, plans: rolling("restart broker-*") },
  cassandra: { kind: "wide-column", revision: "W1", pace: FAST },
  copy: { kind: "wide-column", revision: "W1", pace: FAST },
  "hdfs-v1": { kind: "file-system", revision: "V1", pace: FAST, plans: rolling("restart data-*") },
  "hdfs-v2": { kind: "file-system", revision: "V2", pace: FAST },
} as const satisfies Services;

/** A running service, how clients reach it, and its administration. */
export interface Cluster extends Pick<Reeve, "kill"> {
  /** The options of clients: address, token or credentials, certificate authority, and `fetch`. */
  readonly reach: Reach;
  /** Changes the settings of an instance. Resolves when the rollout has begun. */
  change(service: keyof typeof services, change: Change): Promise<void>;
}

/** The options of clients of a cluster. */
export type Reach = Pick<ClientOptions, "url" | "token" | "credentials" | "ca" | "fetch">;

export function clusterOf(reeve: Reeve, reach: Reach): Cluster {
  let now: Services = services;
  return {
    reach,
    kill: (service, node) => reeve.kill(service, node),
    change: async (service, { settings, ...change }) => {
      const before = now[service];
      const instance = { ...before, ...change, settings: { ...before?.settings, ...settings } };
      now = { ...now, [service]: instance } as Services;
      await reeve.deploy({ services: now });
    },
  };
}

/** Short delays of a client's waits, because the simulation is fast here. */
export const often = { minDelay: 20, maxDelay: 100, within: 120_000 } as const;

/** A clock for waits that must reach their timeout. It advances only while a wait sleeps, so a busy machine cannot use up the time. */
export function sleepingTime(): Time {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Short delays of polls for changes that the service makes by itself. */
export const soon = { interval: 5, timeout: 120_000 } as const;
