import type { ClientOptions } from "@reeve/client";
import type { DefinitionInput, Reeve } from "@reeve/service";

type Services = NonNullable<DefinitionInput["services"]>;

/** The configuration of an instance: these settings are added to its own. */
interface Change {
  readonly pace?: number;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Fast enough for a test, and slow enough to observe the states in between. */
export const FAST = 0.1;

/** So slow that a rollout can be controlled before it is over. */
export const SLOW = 0.5;

const rolling = (steps: string) => ({ rolling: { phases: [{ name: "rolling", steps: [steps] }] } });

/** A service instance for each revision, and one more database to restore into. */
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
  /** For clients: address, token or credentials, authority, `fetch`. */
  readonly reach: Reach;
  /** Changes the settings of one instance; the rollout has begun when this resolves. */
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

/** Short delays for waits, because everything happens fast here. */
export const often = { minDelay: 5, maxDelay: 50, within: 30_000 } as const;

/** Short delays for polls of what happens by itself. */
export const soon = { interval: 5, timeout: 20_000 } as const;
