import type { ClientOptions } from "@reeve/client";
import type { DefinitionInput, Reeve } from "@reeve/service";

type Services = NonNullable<DefinitionInput["services"]>;

/** How an instance is; its settings are added to those that it has. */
interface Change {
  readonly pace?: number;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Fast enough for a test, and not so fast that what happens in between cannot be seen. */
export const FAST = 0.1;

/** So that something can be told to a rollout before it is over. */
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

/** A running service, how clients reach it, and what its operator does to it. */
export interface Cluster extends Pick<Reeve, "kill"> {
  /** For clients: address, token or credentials, authority, `fetch`. */
  readonly reach: Reach;
  /** Gives one instance other settings; the rollout has begun when this resolves. */
  change(service: keyof typeof services, change: Change): Promise<void>;
}

/** What clients must know of a cluster. */
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

/** How to wait where things happen fast. */
export const often = { minDelay: 5, maxDelay: 50, within: 30_000 } as const;

/** How what becomes true by itself is looked for. */
export const soon = { interval: 5, timeout: 20_000 } as const;
